import { Button } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from '#web/lib/translate.ts'
import type { AppCheckCall, ChatCheck } from '../api/queries.ts'
import css from './chat.module.css'

/** Checks whose detail names the missing parts. */
const namesDetail: ReadonlySet<string> = new Set(['credentials', 'scopes', 'tenant'])

function CheckResult({ check, chat }: { check: ChatCheck['checks'][number]; chat: string }) {
  const { t } = useTranslation('connections')
  const { name, ok, detail } = check
  const Icon = ok ? IconCircleCheck : IconAlertCircle
  return (
    <li data-ok={ok}>
      <Icon size={22} aria-hidden="true" />
      <div>
        <span className="sr-only">{t(ok ? 'app.check.ok' : 'app.check.wrong')}: </span>
        {t(ok ? `app.check.${name}` : `app.check.${name}_fix`, { chat })}{' '}
        {!ok && namesDetail.has(name) && detail ? <code>{detail}</code> : null}
      </div>
    </li>
  )
}

/** Starts the check of an app. */
export function CheckButton({
  check,
  isPrimary = false,
}: {
  check: AppCheckCall
  isPrimary?: boolean
}) {
  const { t } = useTranslation('connections')
  return (
    <Button
      variant={isPrimary ? 'filled' : 'default'}
      loading={check.isPending}
      onClick={() => check.mutate()}
    >
      {t('app.check.action')}
    </Button>
  )
}

/**
 * Shows what works and what to do. The page owns the call, because a check may connect the app and
 * so replace the step that started it.
 */
export function CheckResults({ check: { data } }: { check: AppCheckCall }) {
  const { t } = useTranslation('connections')
  return (
    <div role="status" className={css['results']}>
      {data ? (
        <ul className={css['checks']} aria-label={t('app.check.title')}>
          {data.checks.map((result) => (
            <CheckResult
              key={result.name}
              check={result}
              chat={t(`kind.${data.connection.provider}`)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  )
}
