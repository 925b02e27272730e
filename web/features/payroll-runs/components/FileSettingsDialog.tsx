import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { PayrollSettings } from '#contract/schemas/payroll.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { payrollSettingsQuery, useSetPayrollSettings } from '../api/queries.ts'
import { ColumnList } from './ColumnList.tsx'
import { applyTemplate, type FileDraft, readFileDraft, toFileDraft } from './file-draft.ts'
import { FilePreview } from './FilePreview.tsx'
import css from './file-settings.module.css'

const templates = ['generic', 'adp', 'gusto', 'datev', 'custom'] as const
/** The formats of an own file, with the values that the server takes. */
const formats = {
  separator: [',', ';'],
  decimal_mark: ['.', ','],
  day_format: ['iso', 'dmy', 'mdy'],
} as const satisfies { [Name in 'separator' | 'decimal_mark' | 'day_format']: FileDraft[Name][] }
const formatNames = ['separator', 'decimal_mark', 'day_format'] as const
/** Keys of texts cannot contain the marks themselves. */
const textKeys: Record<string, string> = { ',': 'comma', ';': 'semicolon', '.': 'point' }

const columnFieldNames = Array.from({ length: limits.payroll_columns_max }, (_, index) => [
  `columns.${index}.title`,
  `columns.${index}.text`,
]).flat()

function useFileForm(settings: PayrollSettings, onClose: () => void) {
  const { t } = useTranslation('finance')
  const form = useServerForm<FileDraft>({
    initialValues: toFileDraft(settings),
    fieldNames: ['template', ...columnFieldNames, ...formatNames, 'keep_years'],
  })
  // The errors are about these columns, which can move and go afterwards.
  const [checked, setChecked] = useState<FileDraft['columns']>([])
  const save = useSetPayrollSettings({
    onSuccess: () => {
      notifySuccess(t('worth.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo((draft) => {
    const years = parseWholeNumber(draft.keep_years)
    setChecked(draft.columns)
    const problems = Object.fromEntries([
      ...draft.columns.flatMap(({ title }, index) =>
        title.trim() ? [] : [[`columns.${index}.title`, t('errors:required')]],
      ),
      ...(years === null ? [['keep_years', t('errors:required')]] : []),
    ])
    form.setErrors(problems)
    if (!Object.keys(problems).length && years !== null && !Number.isNaN(years))
      save.mutate(readFileDraft(draft, years))
  })
  const chooseTemplate = (template: FileDraft['template']) => {
    setChecked([])
    form.setValues(applyTemplate(form.values, template))
  }
  return { form, checked, chooseTemplate, submit, isSaving: save.isPending }
}

function FileForm({ settings, onClose }: { settings: PayrollSettings; onClose: () => void }) {
  const { t } = useTranslation('finance')
  const { form, checked, chooseTemplate, submit, isSaving } = useFileForm(settings, onClose)
  const { values, errors } = form
  const isCustom = values.template === 'custom'
  return (
    <Form problems={form.problems} onSubmit={submit} className={css['form']}>
      <GeneralProblem text={form.problems.general} />
      <NativeSelect
        label={t('payroll.file.template_label')}
        description={t(`payroll.file.template_text.${isCustom ? 'custom' : 'fixed'}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="template"
        value={values.template}
        data={templates.map((value) => ({ value, label: t(`payroll.file.template.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const template = templates.find((known) => known === value)
          if (template) chooseTemplate(template)
        }}
      />
      <div>
        <h3 className={css['heading']}>{t('payroll.file.preview')}</h3>
        <FilePreview draft={values} />
      </div>
      {isCustom ? (
        <>
          <div>
            <h3 className={css['heading']}>{t('payroll.file.columns')}</h3>
            <ColumnList
              columns={values.columns}
              checked={checked}
              errors={errors}
              onChange={(columns) => form.setFieldValue('columns', columns)}
            />
          </div>
          <div className={css['formats']}>
            {formatNames.map((name) => (
              <NativeSelect
                key={name}
                label={t(`payroll.file.${name}`)}
                name={name}
                data={formats[name].map((value) => ({
                  value,
                  label: t(`payroll.file.format.${textKeys[value] ?? value}`),
                }))}
                {...form.getInputProps(name)}
              />
            ))}
          </div>
        </>
      ) : null}
      <NumberField
        label={t('payroll.file.keep_years')}
        description={t('payroll.file.keep_years_text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="keep_years"
        {...form.getInputProps('keep_years')}
      />
      <FormActions action={t('worth.save')} busy={isSaving} onCancel={onClose} />
    </Form>
  )
}

/** The columns of the file of a run, and how long lines of erased people are kept. */
export function FileSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('finance')
  const { data, ...query } = useQuery(payrollSettingsQuery)
  return (
    <Dialog
      title={t('payroll.file.title')}
      close={t('common:cancel')}
      size="lg"
      isFullScreenOnPhone
      onClose={onClose}
    >
      {query.isPending ? <Skeleton height={320} /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {data ? <FileForm settings={data} onClose={onClose} /> : null}
    </Dialog>
  )
}
