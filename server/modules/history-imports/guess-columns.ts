import type { HistoryField, HistoryProduct } from '#contract/history-imports.ts'

type Names = Partial<Record<HistoryField, readonly string[]>>

/** Names of columns that several products use, in lower case and without signs. */
const commonNames: Names = {
  date: ['date', 'created at', 'created', 'created on', 'timestamp', 'time', 'sent at', 'given at'],
  giver_email: ['giver email', 'sender email', 'from email', 'given by email', 'author email'],
  giver: [
    'giver',
    'sender',
    'from',
    'given by',
    'giver name',
    'sender name',
    'from name',
    'author',
  ],
  receiver_emails: [
    'receiver email',
    'receiver emails',
    'recipient email',
    'recipient emails',
    'to email',
    'given to email',
  ],
  receivers: [
    'receiver',
    'receivers',
    'recipient',
    'recipients',
    'to',
    'given to',
    'receiver name',
    'recipient name',
    'to name',
  ],
  points: ['points', 'amount', 'value', 'quantity', 'score'],
  text: ['message', 'reason', 'text', 'comment', 'note', 'description'],
  tag: ['hashtag', 'hashtags', 'core value', 'company value', 'tag', 'category'],
  private: ['private', 'is private', 'privacy', 'visibility'],
}

/** Names of the columns in each product's export, before the common ones. */
const productNames: Record<HistoryProduct, Names> = {
  bonusly: {
    date: ['bonus created at', 'date time'],
    giver_email: ['giver username'],
    giver: ['giver display name', 'giver full name'],
    receiver_emails: ['receiver username'],
    receivers: ['receiver display name', 'receiver full name'],
    points: ['amount', 'amount per receiver', 'bonus amount'],
    text: ['reason', 'reason decoded', 'bonus reason'],
    tag: ['hashtag', 'value', 'company value'],
    private: ['privacy'],
  },
  nectar: {
    date: ['recognition date', 'date sent'],
    giver_email: ['sender email', 'recognizer email'],
    giver: ['recognizer', 'sender full name'],
    receiver_emails: ['recipient email', 'recognized email'],
    receivers: ['recognized', 'recipient full name'],
    points: ['points', 'points each', 'points per recipient'],
    text: ['message', 'recognition message'],
    tag: ['core values', 'core value', 'value'],
  },
  heytaco: {
    date: ['date given', 'given on'],
    giver: ['giver', 'from user', 'giver username'],
    receivers: ['receiver', 'to user', 'receiver username'],
    points: ['tacos', 'taco count', 'tacos given'],
    text: ['message', 'slack message'],
    tag: ['tag', 'tags'],
  },
  karma: {
    date: ['date', 'given at'],
    giver: ['given by', 'from'],
    receivers: ['given to', 'to'],
    points: ['karma', 'karma points', 'points'],
    text: ['reason', 'message'],
    tag: ['company value', 'value'],
  },
  kudos: {
    date: ['recognition date', 'posted on', 'sent date'],
    giver_email: ['sender email'],
    giver: ['sender', 'sender name'],
    receiver_emails: ['recipient email', 'receiver email'],
    receivers: ['recipient', 'recipient name'],
    points: ['kudos points', 'points'],
    text: ['message', 'kudos message'],
    tag: ['quality', 'qualities', 'values'],
  },
  other: {},
}

const plainName = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const isAddress = (cell: string) => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(cell)

/** A column of people's names whose cells are addresses holds addresses. */
const fieldsOfAddresses: Partial<Record<HistoryField, HistoryField>> = {
  giver: 'giver_email',
  receivers: 'receiver_emails',
}
/** Returns the other field for a column whose name and cells disagree. */
function fitToCells(field: HistoryField, cells: readonly string[]): HistoryField {
  const filled = cells.filter(Boolean)
  const addresses = filled.filter((cell) =>
    cell.split(/[;,]/).every((one) => isAddress(one.trim())),
  )
  const areAddresses = filled.length > 0 && addresses.length > filled.length / 2
  if (areAddresses) return fieldsOfAddresses[field] ?? field
  if (filled.length > 0 && field === 'giver_email') return 'giver'
  return filled.length > 0 && field === 'receiver_emails' ? 'receivers' : field
}

/**
 * Returns the field of each column by its header, each at most once: first by the names of the
 * product's export, then by common ones.
 */
export function guessHistoryColumns(
  product: HistoryProduct,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): HistoryField[] {
  const fields = header.map((): HistoryField => 'ignore')
  const names = header.map(plainName)
  const taken = new Set<HistoryField>()
  for (const known of [productNames[product], commonNames])
    for (const [field, aliases] of Object.entries(known) as [HistoryField, readonly string[]][])
      for (const alias of aliases) {
        const column = names.findIndex((name, at) => name === alias && fields[at] === 'ignore')
        if (column < 0) continue
        const fitting = fitToCells(
          field,
          rows.map((row) => row[column] ?? ''),
        )
        if (taken.has(fitting)) continue
        taken.add(fitting)
        fields[column] = fitting
        break
      }
  return fields
}
