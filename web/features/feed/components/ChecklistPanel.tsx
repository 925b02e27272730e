import { ActionIcon } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePatchConfig, useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { openComposer } from '#web/shared/overlay-state.ts'
import css from './feed.module.css'
import { useCall } from '#web/shared/use-call.ts'

const stepPaths = {
  profile: '/edit-profile',
  photo: '/add-photo',
  invite: '/settings/team/invite',
  values: '/settings/values',
  reward: '/settings/rewards/new',
} as const

type StepKey = keyof typeof stepPaths | 'post'

function ChecklistStep({ step, onChoose }: { step: StepKey; onChoose: (() => void) | undefined }) {
  const { t } = useTranslation('feed')
  return step === 'post' ? (
    <button
      type="button"
      className={`plain ${css['step']}`}
      onClick={() => {
        onChoose?.()
        openComposer()
      }}
    >
      {t('checklist.post')}
    </button>
  ) : (
    <Link to={stepPaths[step]} className={css['step']}>
      {t(`checklist.${step}`)}
    </Link>
  )
}

/**
 * The getting started checklist. Steps complete automatically; dismissing is permanent. `onChoose`
 * is called when a step opens the composer.
 */
export function ChecklistPanel({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('feed')
  const { checklist } = useConfig()
  const change = usePatchConfig()
  const dismiss = useCall('checklist.dismiss', {
    updateCache: (checklist) => change({ checklist }),
    except: ['config'],
    onError: (error) => notifyError(t, error),
  })
  if (checklist.dismissed) return null
  const done = checklist.items.filter((item) => item.done).length
  return (
    <Card>
      <div className={css['panelHead']}>
        <h2 className={css['title']}>{t('checklist.title')}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('checklist.dismiss')}
          disabled={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div
        className={css['track']}
        role="progressbar"
        aria-label={t('checklist.title')}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={checklist.items.length}
      >
        <span style={{ width: `${(done / checklist.items.length) * 100}%` }} />
      </div>
      <ul className={css['steps']}>
        {checklist.items.map(({ key, done: ready }) => (
          <li key={key} data-done={ready}>
            {ready ? (
              <IconCircleCheckFilled size={20} aria-hidden="true" />
            ) : (
              <IconCircle size={20} aria-hidden="true" />
            )}
            {ready ? (
              <span>
                {t(`checklist.${key}`)}
                <span className="sr-only"> {t('checklist.done')}</span>
              </span>
            ) : (
              <ChecklistStep step={key} onChoose={onChoose} />
            )}
          </li>
        ))}
      </ul>
      {done === checklist.items.length ? (
        <p className={css['small']} style={{ margin: '10px 0 0' }}>
          {t('checklist.all')}
        </p>
      ) : null}
    </Card>
  )
}
