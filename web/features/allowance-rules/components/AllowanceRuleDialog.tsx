import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { AllowanceRule } from '#contract/schemas/allowance-rules.ts'
import { AudienceFields } from '#web/shared/audiences/AudienceFields.tsx'
import {
  listAudienceFields,
  toAudienceForm,
  toAudienceInput,
  listTypedMonths,
} from '#web/shared/audiences/audience-form.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { hasInvalidNumber, NumberField } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useSaveAllowanceRule } from '../api/queries.ts'
import css from './allowance-rules.module.css'

const formFieldNames = [
  'name',
  'limit',
  'limit_per_post',
  'extra_per_report',
  ...listAudienceFields('audience'),
]
const toText = (points: number | null | undefined) => (points == null ? '' : String(points))

const toValues = (rule: AllowanceRule | undefined) => ({
  name: rule?.name ?? '',
  limit: toText(rule?.limit),
  limit_per_post: toText(rule?.limit_per_post),
  extra_per_report: toText(rule?.extra_per_report ?? 0),
  audience: toAudienceForm(rule?.audience),
})
const toBody = ({ name, audience, ...points }: ReturnType<typeof toValues>) => ({
  name,
  audience: toAudienceInput(audience),
  limit: parseWholeNumber(points.limit),
  limit_per_post: parseWholeNumber(points.limit_per_post),
  extra_per_report: parseWholeNumber(points.extra_per_report) ?? 0,
})

function useRuleForm(rule: AllowanceRule | undefined, onClose: () => void) {
  const { t } = useTranslation('organization')
  const [loaded] = useState(() => toValues(rule))
  const form = useServerForm({
    initialValues: loaded,
    fieldNames: formFieldNames,
  })
  const save = useSaveAllowanceRule(rule && { id: rule.id, body: toBody(loaded) }, {
    onSuccess: () => {
      notifySuccess(t('allowances.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo((values) => {
    const { name: _name, audience, ...points } = values
    if (hasInvalidNumber(...Object.values(points), ...listTypedMonths(audience))) return
    save.mutate(toBody(values))
  })
  return { form, submit, isSaving: save.isPending }
}

/** Adds a rule, or changes one. */
export function AllowanceRuleDialog({
  rule,
  onClose,
}: {
  rule?: AllowanceRule
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const { form, submit, isSaving } = useRuleForm(rule, onClose)
  const { problems, values } = form
  const renderPoints = (name: 'limit' | 'extra_per_report' | 'limit_per_post') => (
    <NumberField
      label={t(`allowances.field.${name}`)}
      description={t(`allowances.field.${name}_text`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      name={name}
      {...form.getInputProps(name)}
    />
  )
  return (
    <Dialog
      size="lg"
      title={rule ? t('allowances.edit_title', { name: rule.name }) : t('allowances.add')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <TextInput
          label={t('allowances.field.name')}
          name="name"
          autoComplete="off"
          maxLength={limits.allowance_rule_name_chars_max}
          {...form.getInputProps('name')}
          data-autofocus
        />
        <AudienceFields
          legend={t('allowances.field.audience')}
          audience={values.audience}
          onChange={(audience) => form.setFieldValue('audience', audience)}
          errors={problems.fields}
        />
        <div className={css['points']}>
          {renderPoints('limit')}
          {renderPoints('extra_per_report')}
          {renderPoints('limit_per_post')}
        </div>
        <FormActions action={t('allowances.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
