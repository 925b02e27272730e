import { Button, Skeleton } from '@mantine/core'
import { IconBrandSlack, IconBrandTeams } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { chatProviders } from '#contract/chat.ts'
import type { ChatConnection } from '#contract/schemas/chat.ts'
import { chatAppBadge, chatAppSentence } from '#web/shared/chat/chat-labels.ts'
import { chatAppsQuery } from '#web/shared/chat/chat.api.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import css from '#web/shared/webhooks/webhooks.module.css'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'

const icons = { slack: IconBrandSlack, teams: IconBrandTeams } as const
const actions = {
  none: 'connect',
  setup: 'continue',
  connected: 'manage',
  disconnected: 'again',
} as const

/** An app with its state, and the link to its page. */
function ChatAppCard({ app }: { app: ChatConnection }) {
  const { t } = useTranslation('connections')
  const { provider, state } = app
  const Icon = icons[provider]
  const badge = chatAppBadge(t, app)
  const isCalm = state === 'connected'
  return (
    <Card>
      <div className={css['head']}>
        <span className={css['icon']}>
          <Icon size={24} aria-hidden="true" />
        </span>
        <div>
          <div className={css['top']}>
            <h3>{t(`kind.${provider}`)}</h3>
            {state === 'none' ? null : (
              <span className={css['badge']} data-mood={badge.tone}>
                {badge.text}
              </span>
            )}
          </div>
          <p>{t(`app.about.${provider}`)}</p>
          <p className={css['state']}>{chatAppSentence(t, app)}</p>
        </div>
        <Button
          component={Link}
          to={`/settings/connections/${provider}`}
          variant={isCalm ? 'default' : 'filled'}
        >
          {t(`app.open.${actions[state]}`)}
          <span className="sr-only"> {t('app.name', { chat: t(`kind.${provider}`) })}</span>
        </Button>
      </div>
    </Card>
  )
}

/** The apps of the chats where people give points, each with its state. */
export function ChatAppCards() {
  const { t } = useTranslation('connections')
  const apps = useQuery(chatAppsQuery)
  return (
    <section className={css['kinds']} aria-labelledby="apps" aria-busy={apps.isPending}>
      <h2 id="apps" className={css['part']}>
        {t('part.apps')}
      </h2>
      {apps.isPending
        ? chatProviders.map((provider) => (
            <Card key={provider}>
              <div className={css['head']}>
                <Skeleton height={46} radius={14} />
                <Skeleton height={72} />
                <Skeleton height={36} width={100} />
              </div>
            </Card>
          ))
        : null}
      {apps.isLoadingError ? (
        <ErrorState error={apps.error} retry={() => void apps.refetch()} />
      ) : null}
      {apps.data?.map((app) => (
        <ChatAppCard key={app.provider} app={app} />
      ))}
    </section>
  )
}
