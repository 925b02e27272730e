import { Alert, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { callErrorText, notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { CopyField } from '#web/shared/settings/CopyField.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import {
  type SsoDomain,
  type SsoSettings,
  useAddDomain,
  useRemoveDomain,
  useVerifyDomain,
} from '../api/queries.ts'
import css from './sso-settings.module.css'

/** The TXT record that proves a domain, and the button that looks it up. */
function DomainRecord({ domain }: { domain: SsoDomain }) {
  const { t } = useTranslation('connections')
  const verify = useVerifyDomain({
    onSuccess: () => notifySuccess(t('sso.domain.verified_now', { domain: domain.domain })),
  })
  return (
    <div className={css['record']}>
      <p className={css['text']}>{t('sso.domain.record_text')}</p>
      <CopyField label={t('sso.domain.record_name')} value={domain.record_name} />
      <CopyField label={t('sso.domain.record_value')} value={domain.record_value} />
      {verify.error ? (
        <Alert color="yellow" role="status">
          {callErrorText(t, verify.error)}
        </Alert>
      ) : null}
      <div className={css['acts']}>
        <Button loading={verify.isPending} onClick={() => verify.mutate(domain.id)}>
          {t('sso.domain.check')}
        </Button>
      </div>
    </div>
  )
}

function DomainRow({ domain, onRemove }: { domain: SsoDomain; onRemove: () => void }) {
  const { t } = useTranslation('connections')
  const isVerified = domain.verified_at !== null
  return (
    <li className={css['row']}>
      <div className={css['rowTop']}>
        <span className={css['rowHead']}>
          <strong>{domain.domain}</strong>
          <span className={css['badge']} data-on={isVerified || undefined}>
            {t(isVerified ? 'sso.domain.verified' : 'sso.domain.waiting')}
          </span>
        </span>
        <Button variant="subtle" size="compact-sm" c="var(--bad)" onClick={onRemove}>
          {t('sso.remove')}
          <span className="sr-only"> {domain.domain}</span>
        </Button>
      </div>
      {isVerified ? null : <DomainRecord domain={domain} />}
    </li>
  )
}

function AddDomainForm() {
  const { t } = useTranslation('connections')
  const form = useServerForm({ initialValues: { domain: '' }, fieldNames: ['domain'] })
  const add = useAddDomain({ onSuccess: () => form.reset(), onError: form.showRefusal })
  return (
    <Form
      problems={form.problems}
      onSubmit={form.submitTo(({ domain }) => add.mutate(domain.trim()))}
    >
      <GeneralProblem text={form.problems.general} mb="md" />
      <div className={css['inline']}>
        <TextInput
          label={t('sso.domain.new')}
          name="domain"
          placeholder="example.com"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.domain_chars_max}
          {...form.getInputProps('domain')}
        />
        <Button type="submit" variant="default" loading={add.isPending}>
          {t('sso.domain.add')}
        </Button>
      </div>
    </Form>
  )
}

/** The domains of the team: their proof by DNS, and their removal. */
export function DomainsSection({ settings: { domains } }: { settings: SsoSettings }) {
  const { t } = useTranslation('connections')
  const [removed, setRemoved] = useState<SsoDomain | null>(null)
  const remove = useRemoveDomain({
    onSuccess: () => setRemoved(null),
    onError: (error) => {
      setRemoved(null)
      notifyError(t, error)
    },
  })
  return (
    <SettingsSection title={t('sso.domain.title')} text={t('sso.domain.text')}>
      {domains.length ? (
        <ul className={css['list']} aria-label={t('sso.domain.title')}>
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} onRemove={() => setRemoved(domain)} />
          ))}
        </ul>
      ) : null}
      <AddDomainForm />
      <ConfirmDialog
        opened={removed !== null}
        danger
        title={t('sso.domain.remove', { domain: removed?.domain ?? '' })}
        text={t('sso.domain.remove_text')}
        confirm={t('sso.remove')}
        cancel={t('common:cancel')}
        busy={remove.isPending}
        onClose={() => setRemoved(null)}
        onConfirm={() => removed && remove.mutate(removed.id)}
      />
    </SettingsSection>
  )
}
