import { formatMajorUnits, toMajorUnits } from '#contract/money.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { LiabilityAccounts, LiabilityLine } from '#contract/schemas/liability.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { type TableCell, type TableRow, toDayCell } from '#server/platform/table-rows.ts'
import { addDays } from '#server/platform/periods.ts'
import { rollForward, type RollForwardSource } from './roll-forward.ts'

const columns = ['date', 'account', 'cost_center', 'debit', 'credit', 'currency', 'reference']
type Days = { from: string; to: string }
type AccountKey = Exclude<keyof LiabilityAccounts, 'cost_center'>

/** The account against which each line changes the liability. */
const counterparts: Record<LiabilityLine, Exclude<AccountKey, 'liability'>> = {
  posts: 'expense',
  celebrations: 'expense',
  awards: 'expense',
  bonuses: 'expense',
  adjustments: 'expense',
  redemptions: 'redemptions',
  returns: 'redemptions',
  paid_out: 'redemptions',
  lapsed: 'corrections',
  expired: 'corrections',
  corrections: 'corrections',
  change_of_country: 'change_of_worth',
  change_of_worth: 'change_of_worth',
}

/** Returns the parts of a range that are in one month each. */
function splitByMonth({ from, to }: Days): Days[] {
  const parts: Days[] = []
  for (let first = from; first <= to;) {
    const day = Temporal.PlainDate.from(first)
    const lastOfMonth = day.with({ day: day.daysInMonth }).toString()
    const last = lastOfMonth < to ? lastOfMonth : to
    parts.push({ from: first, to: last })
    first = addDays(last, 1)
  }
  return parts
}

/** Returns the source of a part of a range, which begins with the points of the part before it. */
const narrowSource = (
  source: RollForwardSource,
  { from, to }: Days,
  opening: RollForwardSource['opening'],
): RollForwardSource => ({
  ...source,
  before: addDays(from, -1),
  to,
  opening,
  movements: source.movements.filter(({ day }) => day >= from && day <= to),
  anchors: source.anchors.filter(({ day }) => day >= from && day <= to),
  knownDays: source.knownDays.filter((day) => day >= from && day <= to),
})

/**
 * Returns an amount with the decimals of its currency: as text in CSV files, which keeps zeros at
 * the end, and as a number in workbooks, which compute with it.
 */
function formatAmount(minor: number, currency: string, format: 'csv' | 'xlsx'): TableCell {
  return format === 'xlsx' ? toMajorUnits(minor, currency) : formatMajorUnits(minor, currency)
}

/**
 * Returns the rows of a journal: for each month, line and currency a group of one debit and one
 * credit of the same amount.
 */
function listJournalRows(
  source: RollForwardSource,
  accounts: LiabilityAccounts,
  format: 'csv' | 'xlsx',
): TableRow[] {
  const rows: TableRow[] = []
  let opening = source.opening
  for (const part of splitByMonth({ from: addDays(source.before, 1), to: source.to })) {
    const rolled = rollForward(narrowSource(source, part, opening))
    opening = rolled.closingPoints
    for (const { kind, money } of rolled.lines)
      for (const { currency, minor } of money) {
        const counterpart = counterparts[kind]
        const amount = formatAmount(Math.abs(minor), currency, format)
        const reference = `LAUREL-${part.to}-${kind}-${currency}`
        const addRow = (account: AccountKey, isDebit: boolean) =>
          rows.push([
            toDayCell(part.to),
            accounts[account],
            account === 'liability' ? '' : accounts.cost_center,
            isDebit ? amount : null,
            isDebit ? null : amount,
            currency,
            reference,
          ])
        addRow(minor > 0 ? counterpart : 'liability', true)
        addRow(minor > 0 ? 'liability' : counterpart, false)
      }
  }
  return rows
}

/** Yields the journal as table rows in a language. */
export async function* streamJournalRows(
  source: RollForwardSource,
  accounts: LiabilityAccounts,
  { language, format }: { language: Language; format: 'csv' | 'xlsx' },
): AsyncGenerator<TableRow[]> {
  yield [columns.map((column) => translate(language, 'exports', `journal.${column}`))]
  yield listJournalRows(source, accounts, format)
}
