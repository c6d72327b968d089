"""The players' window: what the table sees on the second screen.

| module | what |
|---|---|
| `window` | `PlayersWindow`, full screen and without focus, and `players_summary`, the same in words |
| `presenter` | `PlayersPresenter`: live, held, curtain, no screen, and what is shown meanwhile |
| `screens` | `PlayersScreens`: which screen, remembered, going away and coming back |
| `thumbnail` | `PlayersThumbnail`: the small picture in the GM's window; `menu`: the screens to pick from |
| `page` | paints a whole `PlayersView`; `render_players_png` saves one |
| `board`, `heads`, `turns`, `countdown`, `strip` | its parts: map, who acts, order of play, steps, dice |
| `zone_board` | the board of a fight of zones: an area for each, with those in it |
| `framing`, `tokens`, `board_words` | what of the board is shown, the tokens on it, its words |
| `lettering` | sizes of letters, which are shares of the screen's height |

Everything is drawn from a `PlayersView`, which has no place for a secret, and nothing else comes in.
"""
