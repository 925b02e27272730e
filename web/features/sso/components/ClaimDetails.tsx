import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { Switch, TagsInput, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { claimFields } from '#contract/sso.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import type { SsoConnection } from '../api/queries.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import css from './sso-settings.module.css'
import { useConnectionForm } from './use-connection-form.ts'

/** Names of claims, accepted ways to sign in at the provider, and answers without a request. */
export function ClaimDetails({ connection }: { connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  const { form, submit, isSaving } = useConnectionForm(connection, {
    toValues: ({ claims, accepted_contexts: contexts, allows_unsolicited: isAllowed }) => ({
      claims,
      accepted_contexts: contexts,
      allows_unsolicited: isAllowed,
    }),
    toInput: (values) => values,
  })
  return (
    <SettingsSection title={t('sso.claims.title')} text={t('sso.claims.text')}>
      <ConnectionForm problems={form.problems} isSaving={isSaving} onSubmit={submit}>
        <div className={css['two']}>
          {claimFields.map((field) => (
            <TextInput
              key={field}
              label={t(`sso.claims.${field}`)}
              name={`claims.${field}`}
              autoComplete="off"
              spellCheck={false}
              placeholder={t(
                ['email', 'first_name', 'last_name'].includes(field)
                  ? 'sso.claims.usual'
                  : 'sso.claims.none',
              )}
              maxLength={limits.sso_claim_chars_max}
              {...form.getInputProps(`claims.${field}`)}
            />
          ))}
        </div>
        <TagsInput
          label={t('sso.claims.contexts')}
          description={t('sso.claims.contexts_text')}
          maxTags={limits.sso_contexts_max}
          {...form.getInputProps('accepted_contexts')}
        />
        {connection.protocol === 'saml' ? (
          <Switch
            label={t('sso.claims.unsolicited')}
            description={t('sso.claims.unsolicited_text')}
            {...form.getInputProps('allows_unsolicited', { type: 'checkbox' })}
          />
        ) : null}
      </ConnectionForm>
    </SettingsSection>
  )
}
