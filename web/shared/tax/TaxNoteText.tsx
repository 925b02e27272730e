import { IconReceiptTax } from '@tabler/icons-react'
import type { TaxNote } from '#contract/schemas/tax-rules.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './tax-note.module.css'

/** The message of the team or our own, the taxable part and its estimate; nothing without a note. */
export function TaxNoteText({ note, isLoading }: { note: TaxNote['note']; isLoading: boolean }) {
  const { t } = useTranslation('shop')
  const money = ({ minor, currency }: { minor: number; currency: string }) =>
    formatMoney(minor, currency)
  const partText = ({ value, taxable }: NonNullable<TaxNote['note']>) => {
    if (!value || !taxable) return null
    if (taxable.minor === 0) return t('tax.within')
    return taxable.minor === value.minor
      ? t('tax.all', { value: money(value) })
      : t('tax.part', { taxable: money(taxable), value: money(value) })
  }
  const renderNote = (shown: NonNullable<TaxNote['note']>) => {
    const part = partText(shown)
    // Within the limit there is no tax, so our own text would be wrong.
    const message = shown.message || (shown.taxable?.minor === 0 ? '' : t(`tax.${shown.borne_by}`))
    return (
      <div className={css['note']} data-loading={isLoading}>
        <IconReceiptTax size={22} aria-hidden="true" />
        <div>
          {message ? <p>{message}</p> : null}
          {part ? <p className={message ? css['part'] : ''}>{part}</p> : null}
          {shown.estimate?.minor ? (
            <p className={css['part']}>{t('tax.estimate', { money: money(shown.estimate) })}</p>
          ) : null}
        </div>
      </div>
    )
  }
  return <div aria-live="polite">{note ? renderNote(note) : null}</div>
}
