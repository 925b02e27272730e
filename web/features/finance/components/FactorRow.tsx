import { ActionIcon } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './finance.module.css'
import { formatFactor, priceOfHundred } from './typed-factor.ts'

/** The factor of a country, and what a price of 100 points becomes. */
export function FactorRow({
  name,
  factor,
  onEdit,
  onDelete,
}: {
  name: string
  factor: string
  onEdit: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation('finance')
  const price = priceOfHundred(factor)
  return (
    <li className={css['row']}>
      <div className={css['rowHead']}>
        <div className={css['words']}>
          <b>{name}</b>
          <p>
            {t('factor.example', {
              factor: formatFactor(factor),
              count: price,
              n: formatNumber(price),
            })}
          </p>
        </div>
        <span className={css['actions']}>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('factor.edit_of', { name })}
            onClick={onEdit}
          >
            <IconPencil size={18} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('factor.delete.of', { name })}
            onClick={onDelete}
          >
            <IconTrash size={18} aria-hidden="true" />
          </ActionIcon>
        </span>
      </div>
    </li>
  )
}
