import { Button, Skeleton } from '@mantine/core'
import { IconBrandSlack, IconBrandTeams, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hook_kinds, type HookKind } from '#contract/hook-events.ts'
import { limits } from '#contract/limits.ts'
import { BackToSettings } from '#web/app/BackToSettings.tsx'
import { useConfig } from '#web/app/config.ts'
import { Failure } from '#web/app/Failure.tsx'
import { useTitle } from '#web/app/title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ConnectDialog } from '../components/ConnectDialog.tsx'
import css from '../components/connections.module.css'
import { HookRow } from '../components/HookRow.tsx'
import { type Hook, hooksQuery } from '../queries.ts'

const icons = { slack: IconBrandSlack, teams: IconBrandTeams, webhook: IconWebhook } as const

/** One kind of receiver: what happens there, and those of this team. */
function Kind({
  kind,
  hooks,
  closed,
  onConnect,
}: {
  kind: HookKind
  hooks: Hook[]
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
          <h2>{t(`heading.${kind}`)}</h2>
          <p>{t(`about.${kind}`)}</p>
        </div>
        <Button variant={hooks.length ? 'default' : 'filled'} disabled={closed} onClick={onConnect}>
          {t('connect.open')}
          <span className="sr-only"> {t(`kind.${kind}`)}</span>
        </Button>
      </div>
      {hooks.length ? (
        <ul className={css['list']} aria-label={t(`heading.${kind}`)}>
          {hooks.map((hook) => (
            <HookRow key={hook.id} hook={hook} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

/** /settings/connections: where else the team's news go. */
export function ConnectionsScreen() {
  const { t } = useTranslation('connections')
  const { impersonated } = useConfig()
  const hooks = useQuery(hooksQuery)
  const [open, setOpen] = useState<HookKind | null>(null)
  useTitle(t('title'))
  const full = (hooks.data?.length ?? 0) >= limits.hooks_max
  return (
    <Page title={t('title')} narrow back={<BackToSettings />}>
      {hooks.isPending ? (
        <div className={css['kinds']} aria-busy="true">
          {hook_kinds.map((kind) => (
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
        <Failure error={hooks.error} retry={() => void hooks.refetch()} />
      ) : null}
      {hooks.data ? (
        <div className={css['kinds']}>
          {hook_kinds.map((kind) => (
            <Kind
              key={kind}
              kind={kind}
              closed={full || impersonated}
              hooks={hooks.data.filter((hook) => hook.kind === kind)}
              onConnect={() => setOpen(kind)}
            />
          ))}
          <p className={css['hint']}>
            {impersonated
              ? t('common:impersonation.closed')
              : full
                ? t('full', { most: limits.hooks_max })
                : t('foot')}
          </p>
        </div>
      ) : null}
      {open ? <ConnectDialog kind={open} onClose={() => setOpen(null)} /> : null}
    </Page>
  )
}
