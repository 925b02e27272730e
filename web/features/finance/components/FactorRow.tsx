import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './finance.module.css'
import { RowButtons } from './RowButtons.tsx'
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
        <RowButtons
          editLabel={t('factor.edit_of', { name })}
          deleteLabel={t('factor.delete.of', { name })}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      </div>
    </li>
  )
}
