import { Button, Skeleton } from '@mantine/core'
import { IconBrandSlack, IconBrandTeams, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookKinds, type WebhookKind } from '#contract/webhook-events.ts'
import { limits } from '#contract/limits.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ChatAppCards } from '../components/ChatAppCards.tsx'
import { CreateWebhookDialog } from '../components/CreateWebhookDialog.tsx'
import css from '#web/shared/webhooks/webhooks.module.css'
import { WebhookRow } from '../components/WebhookRow.tsx'
import { type Webhook, webhooksQuery } from '../api/queries.ts'

const icons = { slack: IconBrandSlack, teams: IconBrandTeams, webhook: IconWebhook } as const

/** A kind of receiver with a description and its webhooks. */
function WebhookKindSection({
  kind,
  hooks,
  closed,
  onConnect,
}: {
  kind: WebhookKind
  hooks: Webhook[]
  closed: boolean
  onConnect: () => void
}) {
  const { t } = useTranslation('connections')
  const Icon = icons[kind]
  return (
    <Card>
      <div className={css['head']}>
        <span className={css['icon']}>
          <Icon size={24} aria-hidden="true" />
        </span>
        <div>
          <h3>{t(`heading.${kind}`)}</h3>
          <p>{t(`about.${kind}`)}</p>
        </div>
        <Button variant="default" disabled={closed} onClick={onConnect}>
          {t('connect.open')}
          <span className="sr-only"> {t(`kind.${kind}`)}</span>
        </Button>
      </div>
      {hooks.length ? (
        <ul className={css['list']} aria-label={t(`heading.${kind}`)}>
          {hooks.map((hook) => (
            <WebhookRow key={hook.id} hook={hook} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

/** /settings/connections: webhooks and chats that receive the team's events. */
export function WebhooksScreen() {
  const { t } = useTranslation('connections')
  const { impersonated } = useConfig()
  const hooks = useQuery(webhooksQuery)
  const [open, setOpen] = useState<WebhookKind | null>(null)
  usePageTitle(t('title'))
  const full = (hooks.data?.length ?? 0) >= limits.hooks_max
  const footText = full ? t('full', { most: limits.hooks_max }) : t('foot')
  return (
    <Page title={t('title')} narrow back={<SettingsNavigation />}>
      <ChatAppCards />
      {hooks.isPending ? (
        <div className={css['kinds']} aria-busy="true">
          <h2 className={css['part']}>{t('part.webhooks')}</h2>
          {webhookKinds.map((kind) => (
            <Card key={kind}>
              <div className={css['head']}>
                <Skeleton height={46} radius={14} />
                <Skeleton height={46} />
                <Skeleton height={36} width={100} />
              </div>
            </Card>
          ))}
        </div>
      ) : null}
      {hooks.isLoadingError ? (
        <ErrorState error={hooks.error} retry={() => void hooks.refetch()} />
      ) : null}
      {hooks.data ? (
        <section className={css['kinds']} aria-labelledby="webhooks">
          <h2 id="webhooks" className={css['part']}>
            {t('part.webhooks')}
          </h2>
          {webhookKinds.map((kind) => (
            <WebhookKindSection
              key={kind}
              kind={kind}
              closed={full || impersonated}
              hooks={hooks.data.filter((hook) => hook.kind === kind)}
              onConnect={() => setOpen(kind)}
            />
          ))}
          <p className={css['hint']}>
            {impersonated ? t('common:impersonation.closed') : footText}
          </p>
        </section>
      ) : null}
      {open ? <CreateWebhookDialog kind={open} onClose={() => setOpen(null)} /> : null}
    </Page>
  )
}
