import { Alert, Checkbox, Radio, Stack, Switch } from '@mantine/core'
import { joinPolicies } from '#contract/sso.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import type { SsoConnection, SsoSettings } from '../api/queries.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import css from './sso-settings.module.css'
import { useConnectionForm } from './use-connection-form.ts'

/** Who signs in through a connection: its domains, who may join, and whose addresses count. */
export function AccessDetails({
  connection,
  domains,
}: {
  connection: SsoConnection
  domains: SsoSettings['domains']
}) {
  const { t } = useTranslation('connections')
  const verified = domains.filter(({ verified_at: verifiedAt }) => verifiedAt !== null)
  const { form, submit, isSaving } = useConnectionForm(connection, {
    toValues: ({ id, join_policy: joinPolicy, trusts_email: trustsEmail }) => ({
      domain_ids: verified.filter((one) => one.connection_id === id).map((one) => one.id),
      join_policy: joinPolicy,
      trusts_email: trustsEmail,
    }),
    toInput: (values) => values,
  })
  return (
    <SettingsSection title={t('sso.access.title')} text={t('sso.access.text')}>
      <ConnectionForm problems={form.problems} isSaving={isSaving} onSubmit={submit}>
        {verified.length ? (
          <Checkbox.Group label={t('sso.access.domains')} {...form.getInputProps('domain_ids')}>
            <Stack gap="xs" mt="xs">
              {verified.map(({ id, domain }) => (
                <Checkbox key={id} value={id} label={domain} />
              ))}
            </Stack>
          </Checkbox.Group>
        ) : (
          <p className={css['note']}>{t('sso.access.no_domains')}</p>
        )}
        <Radio.Group label={t('sso.access.join')} {...form.getInputProps('join_policy')}>
          <Stack gap="sm" mt="xs">
            {joinPolicies.map((policy) => (
              <Radio
                key={policy}
                value={policy}
                label={t(`sso.access.${policy}`)}
                description={t(`sso.access.${policy}_text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Switch
          label={t('sso.access.trust')}
          description={t('sso.access.trust_text')}
          {...form.getInputProps('trusts_email', { type: 'checkbox' })}
        />
        {form.getValues().trusts_email ? (
          <Alert color="yellow" role="note">
            {t('sso.access.trust_warning')}
          </Alert>
        ) : null}
      </ConnectionForm>
    </SettingsSection>
  )
}
