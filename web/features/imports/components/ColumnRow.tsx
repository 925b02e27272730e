import { NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { Attribute } from '#contract/schemas/attributes.ts'
import type { ColumnChecks, DateOrder, ImportField, UserImport } from '#contract/schemas/imports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { dateOrders } from '#web/shared/people-files/date-fields.ts'
import { FieldSelect } from '#web/shared/people-files/FieldSelect.tsx'
import files from '#web/shared/people-files/people-files.module.css'
import css from './imports.module.css'

type ColumnCheck = ColumnChecks[number]

/** The number of readable cells: "298 of 300 dates, month first". */
function ReadableShare({ check }: { check: ColumnCheck }) {
  const { t } = useTranslation('imports')
  const figures = { readable: formatNumber(check.readable), filled: formatNumber(check.filled) }
  const isComplete = check.readable === check.filled
  const Icon = isComplete ? IconCheck : IconAlertTriangle
  return (
    <span className={css['share']} data-complete={isComplete}>
      <Icon size={14} stroke={2.4} aria-hidden="true" />
      {check.date_order
        ? t('columns.readable_dates', {
            ...figures,
            order: t(`columns.order.${check.date_order}`),
          })
        : t('columns.readable', figures)}
    </span>
  )
}

function ColumnCells({
  column,
  check,
}: {
  column: UserImport['columns'][number]
  check: ColumnCheck | undefined
}) {
  const { t } = useTranslation('imports')
  if (!column.samples.length && !check?.filled)
    return <span className={css['quiet']}>{t('columns.empty')}</span>
  return (
    <>
      <span className={css['samples']}>
        <span className="sr-only">{t('columns.samples')} </span>
        {column.samples.map((sample, at) => (
          <span key={at}>{sample}</span>
        ))}
      </span>
      {check?.filled ? (
        <span className={css['shareLine']}>
          <ReadableShare check={check} />
          {check.unreadable.length ? (
            <span className={css['unreadable']}>
              {t('columns.unreadable', { values: check.unreadable.join(' · ') })}
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  )
}

/** A column of the file with the field it is assigned to, and how many of its cells fit. */
export function ColumnRow({
  column,
  index,
  field: chosen,
  attributes,
  check,
  onField,
  onOrder,
}: {
  column: UserImport['columns'][number]
  index: number
  field: ImportField
  attributes: readonly Attribute[]
  /** Undefined while the cells are checked. */
  check: ColumnCheck | undefined
  onField: (field: ImportField) => void
  onOrder: (order: DateOrder) => void
}) {
  const { t } = useTranslation('imports')
  const name = column.header || t('columns.unnamed', { n: index + 1 })
  return (
    <li className={files['column']} data-off={chosen === 'ignore' || undefined}>
      <div className={files['columnWhat']}>
        <strong id={`column-${index}`}>{name}</strong>
        <ColumnCells column={column} check={chosen === 'ignore' ? undefined : check} />
      </div>
      <div className={files['columnFields']}>
        <FieldSelect
          labelId={`column-${index}`}
          field={chosen}
          attributes={attributes}
          onField={onField}
        />
        {chosen !== 'ignore' && check?.date_order ? (
          <NativeSelect
            aria-label={t('columns.order_label', { column: name })}
            value={check.date_order}
            onChange={(event) => onOrder(event.currentTarget.value as DateOrder)}
            data={dateOrders.map((order) => ({
              value: order,
              label: t(`columns.order_option.${order}`),
            }))}
          />
        ) : null}
      </div>
    </li>
  )
}
