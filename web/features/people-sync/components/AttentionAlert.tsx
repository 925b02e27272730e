import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconClipboardCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import type { PeopleSyncRun } from '../api/queries.ts'
import css from './people-sync.module.css'

const icons = {
  waiting: IconClipboardCheck,
  stopped: IconAlertTriangle,
  failed: IconAlertTriangle,
} as const
const needsAttention = (state: PeopleSyncRun['state']): state is keyof typeof icons =>
  state in icons

/** Says that the last run waits for a decision, or that it failed. */
export function AttentionAlert({ run }: { run: PeopleSyncRun | null }) {
  const { t } = useTranslation('imports')
  if (!run || !needsAttention(run.state)) return null
  const { id, state } = run
  const Icon = icons[state]
  return (
    <Alert
      {...(state === 'waiting' ? {} : { color: 'red' })}
      role="status"
      icon={<Icon aria-hidden="true" />}
      title={t(`sync.attention.${state}`)}
      classNames={{ title: css['alertTitle'] ?? '', message: css['alert'] ?? '' }}
    >
      <p>{t(`sync.attention.${state}_text`)}</p>
      <Button
        component={Link}
        to={`/settings/team/sync/${id}`}
        {...(state === 'waiting' ? {} : { color: 'red' })}
      >
        {t('sync.attention.open')}
      </Button>
    </Alert>
  )
}
