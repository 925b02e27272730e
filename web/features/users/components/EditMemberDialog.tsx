import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Member } from '#contract/schemas/users.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { birthdayTexts } from '#web/shared/people/birthday.ts'
import { BirthdayField } from '#web/shared/people/BirthdayField.tsx'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { NumberField, hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { type MemberChanges, useUpdateMember } from '../api/queries.ts'
import {
  attributeFieldNames,
  AttributeFields,
  changedAttributes,
  toAttributeValues,
} from './AttributeFields.tsx'
import {
  changedOrganization,
  OrganizationFields,
  toOrganizationValues,
} from './OrganizationFields.tsx'
import css from './team.module.css'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

const textFieldNames = ['first_name', 'last_name', 'email', 'job_title', 'phone'] as const
const dateFieldNames = ['birth_date', 'hire_date'] as const
const limitFieldNames = ['limit', 'limit_per_post'] as const
const formFieldNames = [
  ...textFieldNames,
  ...dateFieldNames,
  'limits.limit',
  'limits.limit_per_post',
] as const
const organizationFieldNames = [
  'manager_id',
  'department_id',
  'location_id',
  'country',
  'timezone',
  'employee_number',
  'cost_center',
  'away',
  'away.from',
  'away.to',
].map((field) => `organization.${field}`)

const toFormValues = (user: Member) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  job_title: user.job_title,
  phone: user.phone,
  birth_date: user.birth_date ?? '',
  hire_date: user.hire_date ?? '',
  limits: {
    limit: user.limits.limit === null ? '' : String(user.limits.limit),
    limit_per_post: user.limits.limit_per_post === null ? '' : String(user.limits.limit_per_post),
  },
  organization: toOrganizationValues(user),
  attributes: toAttributeValues(user),
})
type FormValues = ReturnType<typeof toFormValues>

/** Returns only the changed fields, so that concurrent changes to other fields stay. */
function changedFields(form: FormValues, user: Member): MemberChanges {
  const before = toFormValues(user)
  const changes: MemberChanges = {}
  for (const field of textFieldNames)
    if (form[field].trim() !== before[field]) changes[field] = form[field].trim()
  for (const field of dateFieldNames)
    if (form[field] !== before[field]) changes[field] = form[field] || null
  const changedLimits = limitFieldNames.filter(
    (field) => form.limits[field] !== before.limits[field],
  )
  if (changedLimits.length)
    changes.limits = Object.fromEntries(
      changedLimits.map((field) => [field, parseWholeNumber(form.limits[field])]),
    )
  const attributes = changedAttributes(form.attributes, user)
  const organization = {
    ...changedOrganization(form.organization, user),
    ...(attributes.length ? { attributes } : {}),
  }
  if (Object.keys(organization).length) changes.organization = organization
  return changes
}

/** The state of the form. Only changed fields are sent. */
function useMemberForm(user: Member, onClose: () => void) {
  const { t } = useTranslation('team')
  const form = useServerForm({
    initialValues: toFormValues(user),
    fieldNames: [...formFieldNames, ...organizationFieldNames, ...attributeFieldNames],
  })
  const [sentAttributes, setSentAttributes] = useState<string[]>([])
  const { getInputProps, problems, showRefusal, submitTo } = form
  const save = useUpdateMember({
    onDone: () => {
      notifySuccess(t('edit.saved', { name: user.name }))
      onClose()
    },
    onFailed: showRefusal,
  })
  const submit = submitTo((values) => {
    if (hasInvalidNumber(values.limits.limit, values.limits.limit_per_post)) return
    const body = changedFields(values, user)
    setSentAttributes((body.organization?.attributes ?? []).map((one) => one.attribute_id))
    if (Object.keys(body).length) save.mutate({ user, body })
    else onClose()
  })
  const fieldProps = (name: (typeof formFieldNames)[number]) => ({
    name,
    autoComplete: 'off',
    ...getInputProps(name),
  })
  const attributeErrors = Object.fromEntries(
    sentAttributes.map((id, index) => [id, problems.fields[attributeFieldNames[index] ?? '']]),
  )
  return { form, problems, attributeErrors, isSaving: save.isPending, submit, fieldProps }
}
type FieldProps = ReturnType<typeof useMemberForm>['fieldProps']

function NameAndEmailFields({ user, fieldProps }: { user: Member; fieldProps: FieldProps }) {
  const { t } = useTranslation('team')
  const canChangeEmail = user.abilities.change_email
  return (
    <>
      <div className={css['two']}>
        <TextInput
          {...fieldProps('first_name')}
          label={t('field.first_name')}
          maxLength={limits.name_chars_max}
          data-autofocus
        />
        <TextInput
          {...fieldProps('last_name')}
          label={t('field.last_name')}
          maxLength={limits.name_chars_max}
        />
      </div>
      {user.demo ? null : (
        <TextInput
          {...fieldProps('email')}
          type="email"
          label={t('field.email')}
          description={canChangeEmail ? t('edit.email_pending') : t('edit.email_own')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          readOnly={!canChangeEmail}
          maxLength={limits.email_chars_max}
          {...(canChangeEmail ? {} : { variant: 'filled' })}
        />
      )}
    </>
  )
}

function DetailFields({ fieldProps }: { fieldProps: FieldProps }) {
  const { t } = useTranslation('team')
  return (
    <div className={css['two']}>
      <TextInput
        {...fieldProps('job_title')}
        label={t('field.job_title')}
        maxLength={limits.job_title_chars_max}
      />
      <TextInput
        {...fieldProps('phone')}
        type="tel"
        label={t('field.phone')}
        description={t('edit.phone_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={40}
      />
      <BirthdayField
        label={t('field.birth_date')}
        texts={birthdayTexts(t)}
        {...fieldProps('birth_date')}
        autoComplete={false}
      />
      <TextInput
        {...fieldProps('hire_date')}
        type="date"
        label={t('field.hire_date')}
        max="9999-12-31"
      />
    </div>
  )
}

/** The member's personal limits; an empty field uses the limit of the team. */
function LimitFields({ fieldProps }: { fieldProps: FieldProps }) {
  const { t } = useTranslation('team')
  const { settings } = useConfig()
  const renderLimit = (name: (typeof limitFieldNames)[number], label: string) => (
    <NumberField
      {...fieldProps(`limits.${name}`)}
      label={label}
      placeholder={
        settings[name] === null
          ? t('edit.team_unlimited')
          : t('edit.team_limit', { limit: formatNumber(settings[name]) })
      }
    />
  )
  return (
    <fieldset className={css['limits']}>
      <legend>{t('edit.limits')}</legend>
      <p>{t('edit.limits_text')}</p>
      <div className={css['two']}>
        {renderLimit('limit', t(`edit.limit_${settings.limit_period}`))}
        {renderLimit('limit_per_post', t('edit.limit_per_post'))}
      </div>
    </fieldset>
  )
}

/** A member's details and personal limits; each error appears at its field. */
export function EditMemberDialog({ user, onClose }: { user: Member; onClose: () => void }) {
  const { t } = useTranslation('team')
  const { form, problems, attributeErrors, isSaving, submit, fieldProps } = useMemberForm(
    user,
    onClose,
  )
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={t('edit.title', { name: user.name })}
      close={t('common:close')}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <NameAndEmailFields user={user} fieldProps={fieldProps} />
        <DetailFields fieldProps={fieldProps} />
        <OrganizationFields
          user={user}
          values={form.values.organization}
          errors={problems.fields}
          onChange={(field, value) => form.setFieldValue(`organization.${field}`, value as never)}
        >
          <AttributeFields
            user={user}
            values={form.values.attributes}
            errors={attributeErrors}
            onChange={(id, value) =>
              form.setFieldValue('attributes', { ...form.values.attributes, [id]: value })
            }
          />
        </OrganizationFields>
        <LimitFields fieldProps={fieldProps} />
        <FormActions action={t('edit.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
