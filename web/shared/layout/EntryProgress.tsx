import { useTranslation } from '#web/lib/translate.ts'
import { useCan } from '#web/shared/config.ts'
import css from './auth-layout.module.css'

/** Shows the progress through the pages after sign-in as dots and as text. */
export function EntryProgress({ step, steps }: { step: number; steps: number }) {
  const { t } = useTranslation()
  return (
    <p className={css['progress']}>
      <span aria-hidden="true">
        {Array.from({ length: steps }, (_, index) => (
          <i key={index} data-reached={index < step} />
        ))}
      </span>
      {t('entry.step', { step, steps })}
    </p>
  )
}

/**
 * Shows the progress through name and picture. For account administrators, naming the team was the
 * first step.
 */
export function ProfileProgress({ step }: { step: 1 | 2 }) {
  const hasNamedTeam = useCan()('manage_workspace')
  return hasNamedTeam ? (
    <EntryProgress step={step + 1} steps={3} />
  ) : (
    <EntryProgress step={step} steps={2} />
  )
}
