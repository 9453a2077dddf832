// Made by `npm run texts` from schema/texts.
import type { WordsTexts } from '../words/words-type.ts'
import type { ErrorsTexts } from '../errors/errors-type.ts'
import type { CommonTexts } from '../common/common-type.ts'
import type { MenuTexts } from '../menu/menu-type.ts'
import type { TodayTexts } from '../today/today-type.ts'
import type { SignInTexts } from '../signIn/signIn-type.ts'
import type { ShellTexts } from '../shell/shell-type.ts'
import type { SyncWordsTexts } from '../syncWords/syncWords-type.ts'
import type { FindTexts } from '../find/find-type.ts'
import type { SyncTexts } from '../sync/sync-type.ts'
import type { SettingsTexts } from '../settings/settings-type.ts'
import type { SettingsShopTexts } from '../settingsShop/settingsShop-type.ts'
import type { OrdersTexts } from '../orders/orders-type.ts'

export type StaffTexts = { "words": WordsTexts; "errors": ErrorsTexts; "common": CommonTexts; "menu": MenuTexts; "today": TodayTexts; "signIn": SignInTexts; "shell": ShellTexts; "syncWords": SyncWordsTexts; "find": FindTexts; "sync": SyncTexts; "settings": SettingsTexts; "settingsShop": SettingsShopTexts; "orders": OrdersTexts }
