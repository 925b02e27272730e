import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { countOpenPoints } from '#web/shared/points/payroll-draft-query.ts'
import type { PayrollDraft } from '#contract/schemas/payroll.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './payroll.module.css'

/** What lines lack, with the page where it is added. */
const gaps: { field: 'without_worth' | 'without_rule' | 'without_number'; to: string }[] = [
  { field: 'without_worth', to: '/settings/finance' },
  { field: 'without_rule', to: '/settings/finance/tax-rules' },
  { field: 'without_number', to: '/settings/team' },
]
/** What is special about lines, without anything to do. */
const notes = ['late', 'corrections'] as const

/** What an administrator should know before the run is locked. */
export function Attention({ draft }: { draft: PayrollDraft }) {
  const { t } = useTranslation('finance')
  const openGaps = gaps.filter(({ field }) => draft[field] > 0)
  const openNotes = notes.filter((field) => draft[field] > 0)
  if (!openGaps.length && !openNotes.length) return null
  return (
    <section aria-label={t('payroll.check.title')} className={css['check']}>
      <h3>
        {countOpenPoints(draft) > 0 ? t('payroll.check.title') : t('payroll.check.good_to_know')}
      </h3>
      <ul>
        {openGaps.map(({ field, to }) => (
          <li key={field} data-gap>
            <IconAlertTriangle size={18} aria-hidden="true" />
            <span>
              {t(`payroll.check.${field}`, { count: draft[field] })}{' '}
              <Link to={to}>{t(`payroll.check.do.${field}`)}</Link>
            </span>
          </li>
        ))}
        {openNotes.map((field) => (
          <li key={field}>
            <IconInfoCircle size={18} aria-hidden="true" />
            <span>{t(`payroll.check.${field}`, { count: draft[field] })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
