import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { type SetupStep, useNeighbors } from '../setup-steps.ts'
import css from './setup.module.css'

/** The buttons of a step: save and continue, back, and skip. */
export function StepFoot({
  step,
  action,
  busy,
  disabled = false,
  problem,
}: {
  step: SetupStep
  action: string
  busy: boolean
  disabled?: boolean
  problem: string | null
}) {
  const { t } = useTranslation('setup')
  const { before, after } = useNeighbors(step)
  return (
    <>
      {problem ? (
        <Alert color="red" mt="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      <div className={css['foot']}>
        <Button type="submit" size="md" fullWidth loading={busy} disabled={disabled}>
          {action}
        </Button>
        <nav aria-label={t('steps')}>
          {before ? (
            <Link to="/setup" search={{ step: before }}>
              {t('back')}
            </Link>
          ) : (
            <span />
          )}
          {after ? (
            <Link to="/setup" search={{ step: after }}>
              {t('skip')}
            </Link>
          ) : (
            <Link to="/feed">{t('later')}</Link>
          )}
        </nav>
      </div>
    </>
  )
}
