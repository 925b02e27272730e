import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { type ChatCheck, type ChatConnection, useCheckApp } from '../api/queries.ts'
import css from './chat.module.css'

function CheckResult({ check, chat }: { check: ChatCheck['checks'][number]; chat: string }) {
  const { t } = useTranslation('connections')
  const { name, ok, detail } = check
  const Icon = ok ? IconCircleCheck : IconAlertCircle
  return (
    <li data-ok={ok}>
      <Icon size={22} aria-hidden="true" />
      <div>
        <span className="sr-only">{t(ok ? 'app.check.ok' : 'app.check.wrong')}: </span>
        {t(`app.check.${name}`, { chat })}
        {ok ? null : <small>{t(`app.check.${name}_fix`, { chat })}</small>}
        {!ok && detail ? <code>{detail}</code> : null}
      </div>
    </li>
  )
}

/** Checks an app, and shows what works and what to do. */
export function AppCheck({
  app: { provider },
  isPrimary = false,
}: {
  app: ChatConnection
  isPrimary?: boolean
}) {
  const { t } = useTranslation('connections')
  const check = useCheckApp(provider, { onError: (error) => notifyError(t, error) })
  const chat = t(`kind.${provider}`)
  return (
    <>
      <div className={css['acts']}>
        <Button
          variant={isPrimary ? 'filled' : 'default'}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {t('app.check.action')}
        </Button>
      </div>
      <div role="status">
        {check.data ? (
          <ul className={css['checks']} aria-label={t('app.check.title')}>
            {check.data.checks.map((result) => (
              <CheckResult key={result.name} check={result} chat={chat} />
            ))}
          </ul>
        ) : null}
      </div>
    </>
  )
}
