import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { UnsavedChangesPrompt } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import { languageNames, languages } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './account.module.css'
import { AccountSection } from './AccountSection.tsx'
import { type ProfileForm, useProfileForm } from './use-profile-form.ts'

type TextFieldName = 'first_name' | 'last_name' | 'job_title' | 'phone' | 'birth_date' | 'hire_date'

function ProfileTextFields({ form }: { form: ProfileForm }) {
  const { t } = useTranslation('account')
  const renderField = (
    name: TextFieldName,
    rest: {
      type?: string
      autoComplete: string
      inputMode?: 'tel'
      maxLength?: number
      description?: string
      placeholder?: string
      required?: boolean
    },
  ) => (
    <TextInput
      label={t(`field.${name}`)}
      name={name}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps(name)}
      {...rest}
      withAsterisk={false}
    />
  )
  return (
    <>
      <div className={css['two']}>
        {renderField('first_name', {
          autoComplete: 'given-name',
          maxLength: limits.name_chars_max,
          required: true,
        })}
        {renderField('last_name', {
          autoComplete: 'family-name',
          maxLength: limits.name_chars_max,
          required: true,
        })}
      </div>
      <div className={css['two']}>
        {renderField('job_title', {
          autoComplete: 'organization-title',
          maxLength: limits.job_title_chars_max,
        })}
        {renderField('phone', {
          type: 'tel',
          inputMode: 'tel',
          autoComplete: 'tel',
          maxLength: 40,
          placeholder: '+1 212 555 2368',
          description: t('field.phone_hint'),
        })}
      </div>
      <div className={css['two']}>
        {renderField('birth_date', { type: 'date', autoComplete: 'bday' })}
        {renderField('hire_date', { type: 'date', autoComplete: 'off' })}
      </div>
    </>
  )
}

/** The form of the user's own profile. Input stays until it is saved. */
export function ProfileDetailsSection() {
  const { t } = useTranslation('account')
  const { settings } = useConfig()
  const form = useProfileForm()
  const { problems } = form
  const teamLanguageLabel = t('field.language_team', { language: languageNames[settings.language] })
  return (
    <AccountSection title={t('details.title')} text={t('details.text')}>
      <Form problems={problems} onSubmit={form.submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <ProfileTextFields form={form} />
        <Switch
          label={t('field.show_dates')}
          description={t('field.show_dates_hint')}
          {...form.getInputProps('show_dates', { type: 'checkbox' })}
        />
        <NativeSelect
          label={t('field.language')}
          name="language"
          {...form.getInputProps('language')}
          value={form.values.language ?? ''}
          className={css['half']}
          onChange={(event) =>
            form.setFieldValue('language', (event.currentTarget.value || null) as Language | null)
          }
          data={[
            { value: '', label: teamLanguageLabel },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
        />
        <UnsavedChangesPrompt changed={form.isDirty()} />
        <Group justify="flex-end">
          <Button type="submit" loading={form.isSaving}>
            {t('save')}
          </Button>
        </Group>
      </Form>
    </AccountSection>
  )
}
