import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import css from './imports.module.css'

const steps = ['upload', 'columns', 'confirm', 'done'] as const
export type Step = (typeof steps)[number]

/** Where one is: four steps, those behind ticked off. */
export function Steps({ current }: { current: Step }) {
  const { t } = useTranslation('imports')
  const now = steps.indexOf(current)
  return (
    <ol className={css['steps']} aria-label={t('steps.label')}>
      {steps.map((step, index) => (
        <li key={step} data-state={index < now ? 'done' : index === now ? 'now' : 'next'} {...(index === now ? { 'aria-current': 'step' as const } : {})}>
          <span className={css['dot']} aria-hidden="true">{index < now ? <IconCheck size={16} stroke={3} /> : index + 1}</span>
          <span className={css['stepName']}>{t(`steps.${step}`)}{index < now ? <span className="sr-only"> {t('steps.ready')}</span> : null}</span>
        </li>
      ))}
    </ol>
  )
}
