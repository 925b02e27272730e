import { Alert, Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type HistoryField, historyFields } from '#contract/history-imports.ts'
import type { DateOrder } from '#contract/schemas/imports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { dateOrders } from '#web/shared/people-files/date-fields.ts'
import files from '#web/shared/people-files/people-files.module.css'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type HistoryImport, useHistoryAction, useSetMapping } from '../api/queries.ts'
import { DeleteUpload } from './DeleteUpload.tsx'
import css from './history-imports.module.css'

/** A cell can be as long as a post. */
const sampleChars = 60

type Column = HistoryImport['columns'][number]

/** What every file needs: the fields of which one is enough, and the refusal without any. */
const needs = [
  { key: 'date', fields: ['date'], code: 'history_date_required' },
  { key: 'giver', fields: ['giver', 'giver_email'], code: 'history_giver_required' },
  {
    key: 'receivers',
    fields: ['receivers', 'receiver_emails'],
    code: 'history_receivers_required',
  },
] as const

function ColumnRow({
  column: { header, samples },
  index,
  field,
  order,
  onField,
  onOrder,
}: {
  column: Column
  index: number
  field: HistoryField
  order: DateOrder | null
  onField: (field: HistoryField) => void
  onOrder: (order: DateOrder | null) => void
}) {
  const { t } = useTranslation('imports')
  const name = header || t('columns.unnamed', { n: index + 1 })
  const labelId = `history-column-${index}`
  return (
    <li className={files['column']} data-off={field === 'ignore' || undefined}>
      <div className={files['columnWhat']}>
        <strong id={labelId}>{name}</strong>
        {samples.length ? (
          <span className={css['samples']}>
            <span className="sr-only">{t('columns.samples')} </span>
            {samples.map((sample, at) => (
              <span key={at}>
                {sample.length > sampleChars ? `${sample.slice(0, sampleChars)}…` : sample}
              </span>
            ))}
          </span>
        ) : (
          <span className={css['quiet']}>{t('columns.empty')}</span>
        )}
      </div>
      <div className={files['columnFields']}>
        <NativeSelect
          aria-labelledby={labelId}
          value={field}
          onChange={(event) => onField(event.currentTarget.value as HistoryField)}
          data={historyFields.map((value) => ({
            value,
            label: value === 'ignore' ? t('field.ignore') : t(`history.field.${value}`),
          }))}
        />
        {field === 'date' ? (
          <NativeSelect
            aria-label={t('columns.order_label', { column: name })}
            value={order ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onOrder(dateOrders.find((one) => one === value) ?? null)
            }
            data={[
              { value: '', label: t('sync.columns.order_auto') },
              ...dateOrders.map((value) => ({ value, label: t(`columns.order_option.${value}`) })),
            ]}
          />
        ) : null}
      </div>
    </li>
  )
}

/** The three things that every file needs, each with its column or what to choose. */
function Needs({ fields }: { fields: readonly HistoryField[] }) {
  const { t } = useTranslation('imports')
  return (
    <div role="status">
      <ul className={css['needs']} aria-label={t('history.columns.needs')}>
        {needs.map(({ key, fields: enough, code }) => {
          const isMet = enough.some((field) => fields.includes(field))
          const Icon = isMet ? IconCheck : IconAlertTriangle
          return (
            <li key={key} data-met={isMet}>
              <Icon size={15} stroke={2.4} aria-hidden="true" />
              {isMet ? t(`history.columns.has_${key}`) : t(`refusals:${code}`)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Stores the fields of the columns, and checks the file with them. */
function useCheckColumns(id: string, onChecking: () => void) {
  const { t } = useTranslation('imports')
  const [problem, setProblem] = useState<string | null>(null)
  const onError = (error: unknown) => setProblem(toFormErrors(t, error, []).general)
  const check = useHistoryAction('history_imports.check', id, { onSuccess: onChecking, onError })
  const store = useSetMapping(id, { onSuccess: () => check.mutate(), onError })
  return {
    problem,
    isPending: store.isPending || check.isPending,
    checkColumns: (columns: HistoryField[], dateOrder: DateOrder | null) => {
      setProblem(null)
      store.mutate({ columns, date_order: dateOrder })
    },
  }
}

/**
 * The second step: assigns a field to each column. Choosing a field again removes it from its other
 * column.
 */
export function ColumnsStep({
  historyImport,
  onChecking,
}: {
  historyImport: HistoryImport
  onChecking: () => void
}) {
  const { t } = useTranslation('imports')
  const { id, columns, rows, file_name: name } = historyImport
  const [fields, setFields] = useState(() => columns.map(({ field }) => field))
  const [order, setOrder] = useState(historyImport.date_order)
  const { problem, isPending, checkColumns } = useCheckColumns(id, onChecking)
  const isReady = needs.every((need) => need.fields.some((field) => fields.includes(field)))
  const chooseField = (index: number, field: HistoryField) =>
    setFields(
      fields.map((other) => (other === field ? ('ignore' as const) : other)).with(index, field),
    )
  return (
    <SettingsSection
      title={t('columns.title')}
      text={t('history.columns.text', { count: rows, n: formatNumber(rows), name })}
    >
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      <Needs fields={fields} />
      <ul className={files['columns']}>
        {columns.map((column, index) => (
          <ColumnRow
            key={index}
            column={column}
            index={index}
            field={fields[index] ?? 'ignore'}
            order={order}
            onField={(field) => chooseField(index, field)}
            onOrder={setOrder}
          />
        ))}
      </ul>
      <div className={css['actions']}>
        <DeleteUpload id={id} />
        <Button
          disabled={!isReady}
          loading={isPending}
          onClick={() => checkColumns(fields, fields.includes('date') ? order : null)}
        >
          {t('history.columns.check')}
        </Button>
      </div>
    </SettingsSection>
  )
}
