import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconHistory, IconPencil, IconPlayerPause, IconTrash } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import shared from '#web/shared/webhooks/webhooks.module.css'
import { formatTimeAgo } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { type ChatRoute, useUpdateRoute } from '../api/queries.ts'
import { routeName } from '../route-name.ts'
import css from './chat.module.css'
import { useRouteSummary } from './use-route-summary.ts'

export type RouteAction = 'edit' | 'log' | 'remove'
const iconProps = { size: 18, 'aria-hidden': true } as const
const stateTones = { active: 'good', paused: 'wait', off: 'bad' } as const

/** Why a channel gets no messages, what waits for it, and its last message. */
function RouteStatus({ route }: { route: ChatRoute }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  const chat = t(`kind.${route.provider}`)
  return (
    <div className={shared['facts']}>
      {route.off_reason ? (
        <span className={shared['why']}>
          {t(`app.channel.off.${route.off_reason}`, { chat, days: limits.hook_failing_days })}
        </span>
      ) : null}
      {route.waiting ? <span>{t('waiting', { count: route.waiting })}</span> : null}
      <span>
        {route.delivered_at
          ? t('last', { time: formatTimeAgo(route.delivered_at, timezone) })
          : t('last_none')}
      </span>
    </div>
  )
}

function RouteMenu({
  route,
  onPause,
  onAction,
}: {
  route: ChatRoute
  onPause: () => void
  onAction: (action: RouteAction) => void
}) {
  const { t } = useTranslation('connections')
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('app.channel.actions', { name: routeName(route) })}
        >
          <IconDots {...iconProps} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {route.state === 'active' ? null : (
          <Menu.Item leftSection={<IconPencil {...iconProps} />} onClick={() => onAction('edit')}>
            {t('edit')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory {...iconProps} />} onClick={() => onAction('log')}>
          {t('log.open')}
        </Menu.Item>
        {route.state === 'active' ? (
          <Menu.Item leftSection={<IconPlayerPause {...iconProps} />} onClick={onPause}>
            {t('pause')}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item
          c="var(--bad)"
          leftSection={<IconTrash {...iconProps} />}
          onClick={() => onAction('remove')}
        >
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** A channel: what it shows, its state and its actions. */
export function RouteRow({
  route,
  onAction,
}: {
  route: ChatRoute
  onAction: (action: RouteAction) => void
}) {
  const { t } = useTranslation('connections')
  const summary = useRouteSummary()(route)
  const setPaused = useUpdateRoute(route.id, {
    onSuccess: ({ state }) => notifySuccess(t(state === 'paused' ? 'paused' : 'resumed')),
    onError: (error) => notifyError(t, error),
  })
  const { state } = route
  const name = routeName(route)
  return (
    <li className={css['route']}>
      <div>
        <div className={shared['top']}>
          <h3>{name}</h3>
          <span className={shared['badge']} data-mood={stateTones[state]}>
            {t(`state.${state}`)}
          </span>
        </div>
        <p className={css['text']}>{summary}</p>
        <RouteStatus route={route} />
      </div>
      <div className={css['acts']}>
        {state === 'active' ? (
          <Button size="compact-sm" variant="default" h={34} onClick={() => onAction('edit')}>
            {t('edit')}
            <span className="sr-only"> {name}</span>
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            h={34}
            loading={setPaused.isPending}
            onClick={() => setPaused.mutate({ paused: false })}
          >
            {t('resume')}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        <RouteMenu
          route={route}
          onAction={onAction}
          onPause={() => setPaused.mutate({ paused: true })}
        />
      </div>
    </li>
  )
}
