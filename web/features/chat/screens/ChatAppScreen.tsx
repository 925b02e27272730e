import { Alert, Loader } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ChatProvider } from '#contract/chat.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { AppPage } from '../components/AppPage.tsx'
import css from '../components/chat.module.css'
import { SlackSetup } from '../components/SlackSetup.tsx'
import { TeamsSetup } from '../components/TeamsSetup.tsx'
import { useSlackReturn } from '../components/use-slack-return.ts'

/** Returns the bridge that the administrator moves to the app, and removes it from the address. */
function useReplacedBridge(provider: ChatProvider): string | undefined {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { replaces?: unknown }
  const [replaces] = useState(() =>
    typeof search.replaces === 'string' ? search.replaces : undefined,
  )
  useEffect(() => {
    if (replaces)
      void navigate({ to: `/settings/connections/${provider}`, search: {}, replace: true })
  }, [navigate, provider, replaces])
  return replaces
}

/** The result of the authorization in Slack. A success shows the connected app. */
function SlackReturnNotice({ error, refusal }: { error: Error | null; refusal: string }) {
  const { t } = useTranslation('connections')
  if (refusal)
    return (
      <Alert role="status" title={t('app.slack.denied')}>
        {refusal === 'access_denied'
          ? t('app.slack.denied_text')
          : t('app.slack.denied_reason', { reason: refusal })}
      </Alert>
    )
  if (!error) return null
  return (
    <Alert color="red" role="alert" title={t('app.slack.failed')}>
      {callErrorText(t, error)}
    </Alert>
  )
}

/** /settings/connections/slack: the app in Slack. Slack returns here after the authorization. */
export function SlackScreen() {
  const { t } = useTranslation('connections')
  const { isConnecting, error, refusal } = useSlackReturn()
  return (
    <AppPage
      provider="slack"
      replaces={useReplacedBridge('slack')}
      notice={<SlackReturnNotice error={error} refusal={refusal} />}
      setup={(app) =>
        isConnecting ? (
          <Card className={css['section']} role="status">
            <p className={css['connecting']}>
              <Loader size="sm" />
              {t('app.slack.connecting')}
            </p>
          </Card>
        ) : (
          <SlackSetup app={app} />
        )
      }
    />
  )
}

/** /settings/connections/teams: the app in Microsoft Teams. */
export function TeamsScreen() {
  return (
    <AppPage
      provider="teams"
      replaces={useReplacedBridge('teams')}
      setup={(app, check) => <TeamsSetup app={app} check={check} />}
    />
  )
}
