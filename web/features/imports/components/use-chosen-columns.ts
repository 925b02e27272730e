import { useState } from 'react'
import { storeIfPossible } from '#web/lib/browser-storage.ts'
import type {
  ColumnsInput,
  DateOrder,
  DateOrders,
  ImportField,
  UserImport,
} from '#contract/schemas/imports.ts'
import { dateFields, isDateField } from '#web/shared/people-files/date-fields.ts'

/**
 * This tab stores the chosen columns, so that a reload before the dry run keeps them; afterwards
 * the server has them.
 */
const storageKey = (id: string) => `laurel.columns.${id}`

const toOrder = (text: unknown): DateOrder | undefined =>
  text === 'dmy' || text === 'mdy' ? text : undefined

const importFieldPattern = /^([a-z_]+|attribute:[0-9a-f-]{36})$/
/** Returns whether this tab can have stored the field; the server validates it. */
const isImportField = (field: unknown): field is ImportField =>
  typeof field === 'string' && importFieldPattern.test(field)

function readStored(id: string): { columns: unknown[]; date_orders: Record<string, unknown> } {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey(id)) ?? '{}') as Partial<{
      columns: unknown[]
      date_orders: Record<string, unknown>
    }>
    return { columns: stored.columns ?? [], date_orders: stored.date_orders ?? {} }
  } catch {
    return { columns: [], date_orders: {} }
  }
}

function initialChoice({ id, columns }: UserImport): ColumnsInput {
  const stored = readStored(id)
  return {
    columns: columns.map((column, index) => {
      const field = stored.columns[index]
      return isImportField(field) ? field : column.field
    }),
    date_orders: Object.fromEntries(
      dateFields.flatMap((field) => {
        const order = toOrder(stored.date_orders[field])
        return order ? [[field, order]] : []
      }),
    ),
  }
}

/** Returns the fields of the columns with their date orders, and the functions that change them. */
export function useChosenColumns(userImport: UserImport) {
  const [chosen, setChosen] = useState(() => initialChoice(userImport))
  const save = (next: ColumnsInput) => {
    storeIfPossible('sessionStorage', storageKey(userImport.id), JSON.stringify(next))
    setChosen(next)
  }
  /** Assigns a field to a column; the column that had it is skipped. */
  const chooseField = (index: number, field: ImportField) => {
    const { [field as keyof DateOrders]: _former, ...orders } = chosen.date_orders
    save({
      columns: chosen.columns
        .map((other) => (other === field ? 'ignore' : other))
        .with(index, field),
      // The file decides the order of another column's dates again.
      date_orders: orders,
    })
  }
  const chooseOrder = (field: ImportField, order: DateOrder) => {
    if (isDateField(field))
      save({ ...chosen, date_orders: { ...chosen.date_orders, [field]: order } })
  }
  return { chosen, chooseField, chooseOrder }
}
