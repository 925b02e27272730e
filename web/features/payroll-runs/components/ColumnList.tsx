import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { payrollFields } from '#contract/payroll-templates.ts'
import { limits } from '#contract/limits.ts'
import type { PayrollColumn } from '#contract/schemas/payroll.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './file-settings.module.css'
import { addColumn, type ColumnDraft, moveColumn } from './file-draft.ts'

type Errors = Record<string, ReactNode>

function ColumnFields({
  column,
  index,
  errors,
  checkedIndex,
  onChange,
}: {
  column: ColumnDraft
  index: number
  errors: Errors
  checkedIndex: number
  onChange: (changed: Partial<PayrollColumn>) => void
}) {
  const { t } = useTranslation('finance')
  const number = index + 1
  return (
    <div className={css['fields']}>
      <NativeSelect
        aria-label={t('payroll.file.field_of', { number })}
        value={column.field}
        data={payrollFields.map((value) => ({ value, label: t(`payroll.file.field.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const field = payrollFields.find((known) => known === value)
          if (field) onChange({ field })
        }}
      />
      <TextInput
        aria-label={t('payroll.file.title_of', { number })}
        placeholder={t('payroll.file.column_title')}
        name={`columns.${index}.title`}
        autoComplete="off"
        maxLength={limits.payroll_column_chars_max}
        value={column.title}
        error={errors[`columns.${checkedIndex}.title`]}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      {column.field === 'constant' ? (
        <TextInput
          aria-label={t('payroll.file.text_of', { number })}
          placeholder={t('payroll.file.column_text')}
          name={`columns.${index}.text`}
          autoComplete="off"
          maxLength={limits.payroll_column_chars_max}
          value={column.text}
          error={errors[`columns.${checkedIndex}.text`]}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      ) : null}
    </div>
  )
}

const moves = [
  { name: 'up', Icon: IconArrowUp, step: -1 },
  { name: 'down', Icon: IconArrowDown, step: 1 },
] as const

function ColumnButtons({
  index,
  count,
  onMove,
  onRemove,
}: {
  index: number
  count: number
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('finance')
  const number = index + 1
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const
  return (
    <span className={css['buttons']}>
      {moves.map(({ name, Icon, step }) => (
        <ActionIcon
          key={name}
          {...button}
          aria-label={t(`payroll.file.${name}`, { number })}
          disabled={index + step < 0 || index + step >= count}
          onClick={() => onMove(step)}
        >
          <Icon size={18} aria-hidden="true" />
        </ActionIcon>
      ))}
      <ActionIcon
        {...button}
        aria-label={t('payroll.file.remove', { number })}
        disabled={count === 1}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}

/** The columns of an own file, in their order. `errors` name the places of `checked` columns. */
export function ColumnList({
  columns,
  checked,
  errors,
  onChange,
}: {
  columns: ColumnDraft[]
  checked: ColumnDraft[]
  errors: Errors
  onChange: (columns: ColumnDraft[]) => void
}) {
  const { t } = useTranslation('finance')
  return (
    <section aria-label={t('payroll.file.columns')}>
      <ol className={css['columns']}>
        {columns.map((column, index) => (
          <li key={column.key}>
            <span className={css['number']} aria-hidden="true">
              {index + 1}
            </span>
            <ColumnFields
              column={column}
              index={index}
              errors={errors}
              checkedIndex={checked.findIndex(({ key }) => key === column.key)}
              onChange={(changed) =>
                onChange(
                  columns.map((other) =>
                    other.key === column.key ? { ...other, ...changed } : other,
                  ),
                )
              }
            />
            <ColumnButtons
              index={index}
              count={columns.length}
              onMove={(step) => onChange(moveColumn(columns, index, step))}
              onRemove={() => onChange(columns.filter(({ key }) => key !== column.key))}
            />
          </li>
        ))}
      </ol>
      <Button
        size="compact-sm"
        h={34}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        disabled={columns.length >= limits.payroll_columns_max}
        onClick={() => onChange(addColumn(columns))}
      >
        {t('payroll.file.add')}
      </Button>
    </section>
  )
}
