import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPayrollLine } from '#contract/schemas/payroll.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ownPayrollLinesQuery } from '../api/payroll-lines.api.ts'
import css from './payroll-lines.module.css'

/** Returns what is taxable of a line, and who pays the tax. Without a value there is no currency. */
function taxText(t: Translate, line: OwnPayrollLine): string | null {
  const { value, taxable_minor: taxable, borne_by: payer } = line
  if (payer === null) return t('payroll.no_rule')
  if (value === null) return null
  if (taxable === 0) return t('payroll.untaxed')
  return t(`payroll.${payer}`, { money: formatMoney(taxable, value.currency) })
}

function PayrollLine({ line }: { line: OwnPayrollLine }) {
  const { t } = useTranslation('shop')
  const { title, emoji, day, value, correction: isCorrection, run } = line
  const tax = taxText(t, line)
  return (
    <li className={css['line']}>
      <span className={css['emoji']} aria-hidden="true">
        {emoji || '🎁'}
      </span>
      <div className={css['words']}>
        <b>{title}</b>
        {isCorrection ? <span className={css['mark']}>{t('payroll.correction')}</span> : null}
        <p>
          {formatDay(day)} · {run === null ? t('payroll.no_run') : t('payroll.run', { n: run })}
        </p>
        {tax ? <p>{tax}</p> : null}
      </div>
      {value ? (
        <b className={css['value']}>{formatMoney(value.minor, value.currency)}</b>
      ) : (
        <p>{t('payroll.no_value')}</p>
      )}
    </li>
  )
}

/** A button that shows what payroll gets of the reader's purchases; nothing without such a line. */
export function OwnPayrollLines() {
  const { t } = useTranslation('shop')
  const { data: lines = [] } = useQuery(ownPayrollLinesQuery)
  const [isOpen, setIsOpen] = useState(false)
  if (!lines.length) return null
  return (
    <>
      <Button variant="default" radius="xl" onClick={() => setIsOpen(true)}>
        {t('payroll.open')}
      </Button>
      {isOpen ? (
        <Dialog
          size="lg"
          title={t('payroll.title')}
          close={t('common:close')}
          isFullScreenOnPhone
          onClose={() => setIsOpen(false)}
        >
          <p className={css['text']}>{t('payroll.text')}</p>
          <ul className={css['lines']}>
            {lines.map((line) => (
              <PayrollLine
                key={`${line.purchase_id} ${line.correction} ${line.run ?? ''}`}
                line={line}
              />
            ))}
          </ul>
        </Dialog>
      ) : null}
    </>
  )
}
