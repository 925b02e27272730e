import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { DeliveryLogDialog } from '#web/shared/webhooks/DeliveryLogDialog.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type ChatConnection, type ChatRoute, routesQuery, useDeleteRoute } from '../api/queries.ts'
import { routeName } from '../route-name.ts'
import css from './chat.module.css'
import { RouteDialog } from './RouteDialog.tsx'
import { type RouteAction, RouteRow } from './RouteRow.tsx'
import type { RouteTarget } from './use-route-form.ts'

/** Confirms that a channel shows no more posts. */
function RemoveRouteDialog({ route, onClose }: { route: ChatRoute; onClose: () => void }) {
  const { t } = useTranslation('connections')
  const remove = useDeleteRoute(route.id, {
    onSuccess: () => {
      notifySuccess(t('removed'))
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('remove_title', { name: routeName(route) })}
      text={t('app.channel.remove_text')}
      confirm={t('remove')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  )
}

function RouteActionDialog({
  action,
  route,
  onClose,
}: {
  action: RouteAction
  route: ChatRoute
  onClose: () => void
}) {
  if (action === 'edit')
    return <RouteDialog target={{ provider: route.provider, route }} onClose={onClose} />
  if (action === 'remove') return <RemoveRouteDialog route={route} onClose={onClose} />
  return <DeliveryLogDialog hookId={route.id} name={routeName(route)} onClose={onClose} />
}

function RouteList({
  routes,
  onAction,
}: {
  routes: ChatRoute[]
  onAction: (open: { action: RouteAction; route: ChatRoute }) => void
}) {
  const { t } = useTranslation('connections')
  if (!routes.length) return <p className={css['empty']}>{t('app.channel.empty')}</p>
  return (
    <ul className={css['routes']} aria-label={t('app.channel.title')}>
      {routes.map((route) => (
        <RouteRow key={route.id} route={route} onAction={(action) => onAction({ action, route })} />
      ))}
    </ul>
  )
}

/**
 * The channels that show posts. `replaces`: a bridge that the administrator moves to the app; the
 * dialog for a new channel opens for it.
 */
export function ChannelsCard({
  app: { provider, state },
  replaces,
}: {
  app: ChatConnection
  replaces: string | undefined
}) {
  const { t } = useTranslation('connections')
  const { data: allRoutes, ...query } = useQuery(routesQuery)
  const isConnected = state === 'connected'
  const [added, setAdded] = useState<RouteTarget | null>(
    isConnected && replaces ? { provider, replaces } : null,
  )
  const [open, setOpen] = useState<{ action: RouteAction; route: ChatRoute } | null>(null)
  const routes = allRoutes?.filter((route) => route.provider === provider)
  const isFull = (allRoutes?.length ?? 0) >= limits.chat_routes_max
  return (
    <SettingsSection
      title={t('app.channel.title')}
      text={t('app.channel.text')}
      action={
        isConnected ? (
          <Button
            variant={routes?.length ? 'default' : 'filled'}
            disabled={isFull}
            onClick={() => setAdded({ provider })}
          >
            {t('app.channel.add')}
          </Button>
        ) : null
      }
    >
      {query.isPending ? <Skeleton height={72} /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {routes ? <RouteList routes={routes} onAction={setOpen} /> : null}
      {added ? <RouteDialog target={added} onClose={() => setAdded(null)} /> : null}
      {open ? <RouteActionDialog {...open} onClose={() => setOpen(null)} /> : null}
    </SettingsSection>
  )
}
