import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { Language } from '#contract/schemas/common.ts'
import type { DateVisibility } from '#contract/schemas/date-visibility.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { birthdayTexts } from '#web/shared/people/birthday.ts'
import { BirthdayField } from '#web/shared/people/BirthdayField.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { UnsavedChangesPrompt } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import { formatDay } from '#web/lib/format.ts'
import { languageNames, languages } from '#web/lib/i18n.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './account.module.css'
import { AccountSection } from './AccountSection.tsx'
import { type ProfileForm, useProfileForm } from './use-profile-form.ts'

type TextFieldName = 'first_name' | 'last_name' | 'job_title' | 'phone' | 'hire_date'

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
        <BirthdayField
          label={t('field.birth_date')}
          texts={birthdayTexts(t)}
          name="birth_date"
          autoComplete
          {...form.getInputProps('birth_date')}
        />
        {renderField('hire_date', { type: 'date', autoComplete: 'off' })}
      </div>
    </>
  )
}

const visibilities = ['everyone', 'team', 'private', 'nothing'] as const satisfies DateVisibility[]

/** Who sees the own birthday and work anniversary. The first option is the rule of the team. */
function DateVisibilityFields({ form }: { form: ProfileForm }) {
  const { t } = useTranslation('account')
  const {
    settings: { birthdays },
  } = useConfig()
  const kinds = [
    { name: 'birthday_visibility', unset: birthdays === 'opt_out' ? 'everyone' : 'nothing' },
    { name: 'anniversary_visibility', unset: 'everyone' },
  ] as const
  return (
    <div>
      <div className={css['two']}>
        {kinds.map(({ name, unset }) => (
          <NativeSelect
            key={name}
            label={t(`field.${name}`)}
            name={name}
            disabled={name === 'birthday_visibility' && birthdays === 'off'}
            {...form.getInputProps(name)}
            value={form.values[name] ?? ''}
            onChange={(event) =>
              form.setFieldValue(
                name,
                visibilities.find((one) => one === event.currentTarget.value) ?? null,
              )
            }
            data={[
              {
                value: '',
                label: t('visibility.unset', { rule: t(`visibility.${unset}`) }),
              },
              ...visibilities.map((value) => ({ value, label: t(`visibility.${value}`) })),
            ]}
          />
        ))}
      </div>
      <p className={css['hint']}>
        {birthdays === 'off' ? t('visibility.off_hint') : t('visibility.hint')}
      </p>
    </div>
  )
}

/** The own leave, which managers and administrators change. */
function OwnAway() {
  const { t } = useTranslation('account')
  const { user, settings } = useConfig()
  const { away } = user
  if (!away || (away.to !== null && away.to < todayInTimezone(settings.timezone))) return null
  const from = formatDay(away.from)
  return (
    <p className={css['hint']}>
      {away.to === null
        ? t('away.open', { from })
        : t('away.range', { from, to: formatDay(away.to) })}{' '}
      {t('away.hint')}
    </p>
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
        <DateVisibilityFields form={form} />
        <OwnAway />
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
