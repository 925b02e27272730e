import type { OauthPolicyView } from '#contract/schemas/oauth.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import css from './oauth.module.css'

/** The applications that people of the team have connected, with the address to list them by. */
export function ClientsSection({ policy: { clients } }: { policy: OauthPolicyView }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  return (
    <SettingsSection
      title={t('applications.clients.title')}
      text={clients.length ? t('applications.clients.text') : t('applications.clients.empty')}
    >
      {clients.length ? (
        <ul className={css['list']}>
          {clients.map((client) => (
            <li key={client.client_id}>
              <strong>{client.name}</strong>
              <span className={css['text']}>
                {t('applications.clients.people', { count: client.people })}
                {' · '}
                {t('scim.token.used', { date: formatDate(client.last_used_at, timezone) })}
              </span>
              <code className={css['address']}>{client.client_id}</code>
            </li>
          ))}
        </ul>
      ) : null}
    </SettingsSection>
  )
}
