import { Alert, Button, Skeleton } from '@mantine/core'
import { IconBrandSlack, IconBrandTeams } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ChatProvider } from '#contract/chat.ts'
import { chatAppSentence } from '#web/shared/chat/chat-labels.ts'
import { chatAppsQuery } from '#web/shared/chat/chat.api.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import shared from '#web/shared/webhooks/webhooks.module.css'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { type AppCheckCall, type ChatConnection, useCheckApp } from '../api/queries.ts'
import { CheckButton, CheckResults } from './AppCheck.tsx'
import { AppSettings } from './AppSettings.tsx'
import { ChannelsCard } from './ChannelsCard.tsx'
import css from './chat.module.css'
import { DisconnectCard } from './DisconnectCard.tsx'

const icons = { slack: IconBrandSlack, teams: IconBrandTeams } as const

/** The team in the chat, the people with a linked account, and the check. */
function ConnectedCard({ app, check }: { app: ChatConnection; check: AppCheckCall }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  const Icon = icons[app.provider]
  return (
    <Card>
      <div className={css['summary']}>
        <span className={shared['icon']}>
          <Icon size={24} aria-hidden="true" />
        </span>
        <div>
          <h2>{chatAppSentence(t, app)}</h2>
          {app.connected_at ? (
            <p className={css['text']}>
              {t('app.since', { date: formatDate(app.connected_at, timezone) })}
            </p>
          ) : null}
        </div>
        <CheckButton check={check} />
      </div>
      <CheckResults check={check} />
    </Card>
  )
}

/** The parts of an app page: those of a working app, or the way to one. */
function AppParts({
  app,
  check,
  setup,
  replaces,
}: {
  app: ChatConnection
  check: AppCheckCall
  setup: ReactNode
  replaces: string | undefined
}) {
  const { t } = useTranslation('connections')
  const [showsSetup, setShowsSetup] = useState(false)
  const isConnected = app.state === 'connected'
  return (
    <>
      {app.state === 'disconnected' ? (
        <Alert color="red" title={t('app.state.disconnected')}>
          {chatAppSentence(t, app)}
        </Alert>
      ) : null}
      {isConnected ? <ConnectedCard app={app} check={check} /> : setup}
      {isConnected || app.state === 'disconnected' ? (
        <ChannelsCard app={app} replaces={replaces} />
      ) : null}
      {isConnected ? <AppSettings app={app} /> : null}
      {isConnected ? (
        <SettingsSection
          title={t('app.again.title')}
          text={t('app.again.text')}
          action={
            <Button
              variant="default"
              aria-expanded={showsSetup}
              onClick={() => setShowsSetup(!showsSetup)}
            >
              {t(showsSetup ? 'app.again.hide' : 'app.again.show')}
            </Button>
          }
        />
      ) : null}
      {isConnected && showsSetup ? setup : null}
      {app.state === 'none' ? null : <DisconnectCard app={app} />}
    </>
  )
}

/** The page of an app, with its states. `notice`: above the parts. */
export function AppPage({
  provider,
  notice,
  replaces,
  setup,
}: {
  provider: ChatProvider
  notice?: ReactNode
  replaces?: string | undefined
  setup: (app: ChatConnection, check: AppCheckCall) => ReactNode
}) {
  const { t } = useTranslation('connections')
  const { data, ...query } = useQuery(chatAppsQuery)
  const app = data?.find((found) => found.provider === provider)
  const check = useCheckApp(provider, { onError: (failure) => notifyError(t, failure) })
  const title = t(`kind.${provider}`)
  usePageTitle(title)
  return (
    <Page
      title={title}
      narrow
      back={
        <>
          <SettingsNavigation hasBackLink={false} />
          <Link to="/settings/connections" className={backClass}>
            <BackArrow />
            {t('title')}
          </Link>
        </>
      }
    >
      {query.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={220} />
        </Card>
      ) : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {app ? (
        <SettingsFieldset label={title}>
          {app.state === 'none' || app.state === 'setup' ? (
            <p className={css['text']}>{t(`app.lead.${provider}`)}</p>
          ) : null}
          {notice}
          <AppParts app={app} check={check} setup={setup(app, check)} replaces={replaces} />
        </SettingsFieldset>
      ) : null}
    </Page>
  )
}
