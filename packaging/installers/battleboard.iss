; Inno Setup: the installer for Windows. Per user, no administrator needed. Run by `dev.py build` on Windows:
;
;     iscc /DAppVersion=... /DBundle=... /DOutput=... /DIcon=... battleboard.iss
;
; UNTESTED until the workflow `installers` has run it on Windows and somebody has installed from it.

#define Title "Battleboard"
#define Program "battleboard.exe"
#define FileType "Battleboard.battle"

[Setup]
AppId={{8C7E2D3A-54B0-4E0B-9C57-6A1D0F4B7A21}
AppName={#Title}
AppVersion={#AppVersion}
AppPublisher={#Title}
VersionInfoVersion={#AppVersion}
PrivilegesRequired=lowest
DefaultDirName={autopf}\{#Title}
DefaultGroupName={#Title}
DisableProgramGroupPage=yes
DisableDirPage=auto
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
OutputDir={#Output}
OutputBaseFilename=battleboard-{#AppVersion}-windows-setup
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\{#Program}
Compression=lzma2/max
SolidCompression=yes
ChangesAssociations=yes
CloseApplications=yes
WizardStyle=modern

[InstallDelete]
; What an older version brought and the new one has no more. Battles and settings lie elsewhere.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\{#Title}"; Filename: "{app}\{#Program}"

[Registry]
; Windows knows a file by what follows its last dot, which is "toml" here. Others may use that too: Battleboard offers
; itself under "Open with", and becomes what a double click starts only where nothing else has claimed the ending.
Root: HKA; Subkey: "Software\Classes\{#FileType}"; ValueType: string; ValueData: "Battleboard battle"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\{#FileType}\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Program},0"
Root: HKA; Subkey: "Software\Classes\{#FileType}\shell\open\command"; ValueType: string; ValueData: """{app}\{#Program}"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.toml\OpenWithProgids"; ValueType: string; ValueName: "{#FileType}"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.toml"; ValueType: string; ValueData: "{#FileType}"; Flags: uninsdeletevalue; Check: IsTomlFree
Root: HKA; Subkey: "Software\Classes\Applications\{#Program}\SupportedTypes"; ValueType: string; ValueName: ".toml"; ValueData: ""; Flags: uninsdeletekey

[Run]
Filename: "{app}\{#Program}"; Description: "Start {#Title}"; Flags: nowait postinstall skipifsilent

[Code]
function IsTomlFree(): Boolean;
var
  Owner: String;
begin
  Result := not RegQueryStringValue(HKCR, '.toml', '', Owner) or (Owner = '') or (Owner = '{#FileType}');
end;
