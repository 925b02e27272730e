import type { HistoryProduct } from '#contract/history-imports.ts'
import type { Translate } from '#web/lib/translate.ts'

/** Names that are the same in every language. */
const names: Record<Exclude<HistoryProduct, 'other'>, string> = {
  bonusly: 'Bonusly',
  nectar: 'Nectar',
  heytaco: 'HeyTaco',
  karma: 'Karma',
  kudos: 'Kudos',
}

export const productName = (t: Translate, product: HistoryProduct): string =>
  product === 'other' ? t('imports:history.upload.other') : names[product]
