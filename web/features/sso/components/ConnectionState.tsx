import { useTranslation } from '#web/lib/translate.ts'
import type { SsoConnection } from '../api/queries.ts'
import css from './sso-settings.module.css'

/** Whether people can sign in through a connection. */
export function ConnectionState({ connection }: { connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  const isOn = connection.state === 'active'
  return (
    <span className={css['badge']} data-on={isOn || undefined}>
      {t(isOn ? 'sso.connection.on' : 'sso.connection.draft')}
    </span>
  )
}
