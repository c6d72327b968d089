"""The players' window: what the table sees on the second screen.

Everything is drawn from a `PlayersView`, which has no place for a secret, and nothing else comes in.

| to find | read |
|---|---|
| which screen, and what is shown, frozen or blank there | `screens`, `presenter` |
| the window, and the small picture of it in the GM's | `window`, `thumbnail` |
| the whole page, its header and footer | `page` |
| the map, and the zones where they are a list | `board`, `zone_board` |
| where names of tokens could stand on the map | `name_places` |
| the initiative order | `turns` |
| what happened, where there is neither map nor picture | `messages` |
| what the GM shows over all of it; an evening in numbers | `shown`, `numbers_page` |
| letters and tokens | `text_layout` |
"""
