import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { CopyField } from '#web/shared/settings/CopyField.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type SsoSettings, useUpdateRules } from '../api/queries.ts'
import css from './sso-settings.module.css'

const slugCharsMax = 40

/** The name in the address of the team's own sign-in page. */
export function AddressSection({ settings: { slug, address } }: { settings: SsoSettings }) {
  const { t } = useTranslation('connections')
  const form = useServerForm({ initialValues: { slug: slug ?? '' }, fieldNames: ['slug'] })
  const update = useUpdateRules({
    onSuccess: () => notifySuccess(t('saved')),
    onError: form.showRefusal,
  })
  const submit = form.submitTo((values) => {
    const name = values.slug.trim().toLowerCase()
    form.setValues({ slug: name })
    update.mutate({ slug: name || null })
  })
  return (
    <SettingsSection title={t('sso.address.title')} text={t('sso.address.text')}>
      {address ? <CopyField label={t('sso.address.current')} value={address} /> : null}
      <Form problems={form.problems} onSubmit={submit}>
        <GeneralProblem text={form.problems.general} mb="md" />
        <div className={css['inline']}>
          <TextInput
            label={t('sso.address.name')}
            description={t('sso.address.name_text')}
            name="slug"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            maxLength={slugCharsMax}
            {...form.getInputProps('slug')}
          />
          <Button type="submit" variant="default" loading={update.isPending}>
            {t('sso.save')}
          </Button>
        </div>
      </Form>
    </SettingsSection>
  )
}
