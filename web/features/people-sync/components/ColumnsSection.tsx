import { Alert, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Attribute } from '#contract/schemas/attributes.ts'
import type { DateOrder, DateOrders, ImportField } from '#contract/schemas/imports.ts'
import type { MappedColumn } from '#contract/schemas/people-sync.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { attributesQuery } from '#web/shared/attributes/attributes.api.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { dateOrders, isDateField } from '#web/shared/people-files/date-fields.ts'
import { FieldSelect } from '#web/shared/people-files/FieldSelect.tsx'
import files from '#web/shared/people-files/people-files.module.css'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type PeopleSyncSettings, useUpdateSync } from '../api/queries.ts'
import {
  assignField,
  listLostHeaders,
  toColumnDraft,
  withChosen,
  withoutDeleted,
} from './column-draft.ts'
import css from './people-sync.module.css'

function ColumnRow({
  column: { header, field },
  labelId,
  order,
  attributes,
  onField,
  onOrder,
}: {
  column: MappedColumn
  labelId: string
  order: DateOrder | undefined
  attributes: readonly Attribute[]
  onField: (field: ImportField) => void
  onOrder: (order: DateOrder | undefined) => void
}) {
  const { t } = useTranslation('imports')
  return (
    <li className={files['column']} data-off={field === 'ignore' || undefined}>
      <div className={files['columnWhat']}>
        <strong id={labelId}>{header}</strong>
      </div>
      <div className={files['columnFields']}>
        <FieldSelect labelId={labelId} field={field} attributes={attributes} onField={onField} />
        {isDateField(field) ? (
          <NativeSelect
            aria-label={t('sync.columns.order', { column: header })}
            value={order ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onOrder(dateOrders.find((one) => one === value))
            }
            data={[
              { value: '', label: t('sync.columns.order_auto') },
              ...dateOrders.map((value) => ({
                value,
                label: t(`imports:columns.order_option.${value}`),
              })),
            ]}
          />
        ) : null}
      </div>
    </li>
  )
}

/** Returns the date orders of the fields that still have a column. */
const keepOrders = (orders: DateOrders, columns: readonly MappedColumn[]): DateOrders =>
  Object.fromEntries(
    Object.entries(orders).filter(([name]) => columns.some(({ field }) => field === name)),
  )

/** Says that no column holds the addresses. */
function AddressNote({ hasAddress }: { hasAddress: boolean }) {
  const { t } = useTranslation('imports')
  return (
    <div role="status">
      {hasAddress ? null : (
        <Alert color="yellow" classNames={{ message: css['warning'] ?? '' }}>
          {t('sync.columns.no_address')}
        </Alert>
      )}
    </div>
  )
}

/** Returns the columns with what was chosen, which stays when another file arrives. */
function useColumnChoices(settings: PeopleSyncSettings) {
  const [chosen, setChosen] = useState<MappedColumn[]>([])
  const [orders, setOrders] = useState<DateOrders | null>(null)
  return {
    draft: withChosen(toColumnDraft(settings), chosen),
    orders: orders ?? settings.date_orders,
    setChosen,
    setOrders,
    forgetChoices: () => {
      setChosen([])
      setOrders(null)
    },
  }
}

function ColumnsForm({ settings }: { settings: PeopleSyncSettings }) {
  const { t } = useTranslation('imports')
  const { data: attributes } = useQuery(attributesQuery)
  const { draft, orders, setChosen, setOrders, forgetChoices } = useColumnChoices(settings)
  const columns = attributes ? withoutDeleted(draft, attributes) : draft
  const lost = listLostHeaders(settings)
  const hasAddress = columns.some(({ field }) => field === 'email')
  const save = useUpdateSync({
    onSuccess: () => {
      forgetChoices()
      notifySuccess(t('sync.saved'))
    },
    onError: (error) => notifyError(t, error),
  })
  const forget = useUpdateSync({
    onSuccess: () => {
      forgetChoices()
      notifySuccess(t('sync.columns.forgotten'))
    },
    onError: (error) => notifyError(t, error),
  })
  return (
    <>
      {lost.length ? (
        <Alert color="yellow" role="status" classNames={{ message: css['warning'] ?? '' }}>
          {t('sync.columns.lost', { names: lost.join(', ') })}
        </Alert>
      ) : null}
      {settings.columns.length ? null : <p className={css['text']}>{t('sync.columns.guessed')}</p>}
      <ul className={files['columns']}>
        {columns.map((column, index) => (
          <ColumnRow
            key={column.header}
            column={column}
            labelId={`sync-column-${index}`}
            order={isDateField(column.field) ? orders[column.field] : undefined}
            attributes={attributes ?? []}
            onField={(field) => setChosen(assignField(columns, column.header, field))}
            onOrder={(order) => {
              const { [column.field as keyof DateOrders]: _former, ...others } = orders
              setOrders(order ? { ...others, [column.field]: order } : others)
            }}
          />
        ))}
      </ul>
      <div className={css['actions']}>
        <AddressNote hasAddress={hasAddress} />
        <Button
          loading={save.isPending}
          disabled={!hasAddress || forget.isPending}
          onClick={() => save.mutate({ columns, date_orders: keepOrders(orders, columns) })}
        >
          {t('sync.save')}
        </Button>
        {settings.columns.length ? (
          <Button
            variant="subtle"
            loading={forget.isPending}
            disabled={save.isPending}
            onClick={() => forget.mutate({ columns: [], date_orders: {} })}
          >
            {t('sync.columns.forget')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** Which field each column of the file fills. */
export function ColumnsSection({ settings }: { settings: PeopleSyncSettings }) {
  const { t } = useTranslation('imports')
  const hasColumns = settings.columns.length > 0 || (settings.last_run?.columns.length ?? 0) > 0
  return (
    <SettingsSection title={t('sync.columns.title')} text={t('sync.columns.text')}>
      {hasColumns ? (
        <ColumnsForm settings={settings} />
      ) : (
        <p className={css['text']}>{t('sync.columns.empty')}</p>
      )}
    </SettingsSection>
  )
}
