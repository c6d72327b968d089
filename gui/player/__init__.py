"""The players' window: what the players see on the second screen.

Everything is painted from a `PlayersView`, which cannot hold a secret, and from nothing else.

| to find | read |
|---|---|
| which screen, and whether the view there is live, frozen or blank | `screens`, `presenter` |
| the window, and its thumbnail in the GM's window | `window`, `thumbnail` |
| the whole page and its header; the last action at its foot | `page`, `footer` |
| the map, and the zones if they are shown as a list | `board`, `zone_board`, `zone_areas` |
| candidate positions for names of tokens on the map | `name_places` |
| the initiative order | `turns` |
| messages, if there is neither map nor picture | `messages` |
| what the GM shows over all of it; statistics of an evening; a roll | `shown`, `numbers_page`, `roll_page` |
| text and tokens | `text_layout` |
"""
