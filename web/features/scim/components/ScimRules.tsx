import { Alert, Button, Switch, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type ScimSettings, useResumeScim, useUpdateScim } from '../api/queries.ts'
import css from './scim.module.css'

/** Says that provisioning is paused, and resumes it. */
export function PausedAlert() {
  const { t } = useTranslation('connections')
  const resume = useResumeScim({ onError: (error) => notifyError(t, error) })
  return (
    <Alert color="red" role="alert" title={t('scim.paused.title')}>
      <p className={css['paused']}>{t('scim.paused.text')}</p>
      <Button color="red" loading={resume.isPending} onClick={() => resume.mutate()}>
        {t('scim.paused.resume')}
      </Button>
    </Alert>
  )
}

const fieldNames = ['name', 'dry_run', 'sends_invitations', 'grants_account_administrator'] as const
const toValues = ({ name, ...settings }: ScimSettings) => ({
  name,
  dry_run: settings.dry_run,
  sends_invitations: settings.sends_invitations,
  grants_account_administrator: settings.grants_account_administrator,
})

/** What the provider may do: a dry run first, invitations, and the strongest permission. */
export function ScimRules({ settings }: { settings: ScimSettings }) {
  const { t } = useTranslation('connections')
  const saved = toValues(settings)
  const form = useServerForm({ initialValues: saved, fieldNames })
  useSavedValues(form, saved)
  const update = useUpdateScim({
    onSuccess: () => notifySuccess(t('saved')),
    onError: form.showRefusal,
  })
  return (
    <SettingsSection title={t('scim.rules.title')} text={t('scim.rules.text')}>
      <Form
        problems={form.problems}
        onSubmit={form.submitTo((values) => update.mutate(pickChanged(values, saved)))}
        className={css['form']}
      >
        <GeneralProblem text={form.problems.general} />
        <TextInput
          label={t('scim.rules.name')}
          description={t('scim.rules.name_text')}
          placeholder="Okta"
          maxLength={limits.scim_name_chars_max}
          {...form.getInputProps('name')}
        />
        <Switch
          label={t('scim.rules.dry_run')}
          description={t('scim.rules.dry_run_text')}
          {...form.getInputProps('dry_run', { type: 'checkbox' })}
        />
        <Switch
          label={t('scim.rules.invitations')}
          description={t('scim.rules.invitations_text')}
          {...form.getInputProps('sends_invitations', { type: 'checkbox' })}
        />
        <Switch
          label={t('scim.rules.administrators')}
          description={t('scim.rules.administrators_text')}
          {...form.getInputProps('grants_account_administrator', { type: 'checkbox' })}
        />
        <div>
          <Button type="submit" loading={update.isPending}>
            {t('scim.save')}
          </Button>
        </div>
      </Form>
    </SettingsSection>
  )
}
