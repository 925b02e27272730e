import type { HistoryProduct } from '#contract/history-imports.ts'
import type { Translate } from '#web/lib/translate.ts'
import { saveCsv } from '#web/shared/people-files/save-csv.ts'

/** The headers of each product's export: date, giver, receivers, points, text and hashtag. */
const headers: Record<HistoryProduct, string[]> = {
  bonusly: ['Date', 'Giver Email', 'Receiver Email', 'Amount', 'Reason', 'Hashtag'],
  nectar: [
    'Recognition Date',
    'Sender Email',
    'Recipient Email',
    'Points',
    'Message',
    'Core Value',
  ],
  heytaco: ['Date', 'Giver', 'Receiver', 'Tacos', 'Message', 'Tags'],
  karma: ['Date', 'Given by', 'Given to', 'Karma', 'Reason', 'Company value'],
  kudos: ['Posted On', 'Sender Email', 'Recipient Email', 'Points', 'Message', 'Quality'],
  other: ['Date', 'Giver Email', 'Receiver Email', 'Points', 'Message', 'Hashtag'],
}
/** These exports name people without an address. */
const namesPeople = (product: HistoryProduct) => product === 'heytaco' || product === 'karma'

/** Saves an example of the product's export, with the headers that the server recognizes. */
export function saveSampleFile(t: Translate, product: HistoryProduct): void {
  const [ada, grace, alan] = namesPeople(product)
    ? ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']
    : ['ada@example.com', 'grace@example.com', 'alan@example.com']
  saveCsv(
    [
      headers[product],
      ['2024-03-05 09:30', ada, grace, '10', t('imports:history.sample.first'), 'teamwork'],
      ['2024-03-06', grace, `${ada}; ${alan}`, '5', t('imports:history.sample.second'), 'courage'],
    ],
    `${product}-${t('imports:history.sample.file')}`,
  )
}
