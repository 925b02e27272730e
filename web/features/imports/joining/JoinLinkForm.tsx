import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { hasInvalidNumber, NumberField } from '#web/shared/forms/NumberField.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { ActionRow } from '#web/ui/ActionRow.tsx'
import { useCreateJoinLink } from '../api/joining.ts'
import { formatDomains } from './format-domains.ts'

const dayChoices = [7, 30, 90] as const
const defaultDays: (typeof dayChoices)[number] = 30
type Days = (typeof dayChoices)[number]

/** The choices of a new link: its days, the maximum of people, and the domains. */
export function JoinLinkForm({
  domains,
  submit,
  cancel,
  onCreated,
}: {
  domains: readonly string[]
  submit: string
  /** A button beside the submitting one. */
  cancel?: ReactNode
  onCreated: () => void
}) {
  const { t, i18n } = useTranslation('imports')
  const form = useServerForm({
    fieldNames: ['uses_max'],
    initialValues: { days: String(defaultDays), uses_max: '', own_only: domains.length > 0 },
  })
  const create = useCreateJoinLink(onCreated, form.showRefusal)
  const { uses_max: usesMax } = form.getValues()
  return (
    <Form
      problems={form.problems}
      onSubmit={form.submitTo((values) => {
        if (hasInvalidNumber(values.uses_max)) return
        create.mutate({
          days: Number(values.days) as Days,
          uses_max: parseWholeNumber(values.uses_max) ?? null,
          own_domains_only: domains.length > 0 && values.own_only,
        })
      })}
    >
      <Stack gap="md">
        <GeneralProblem text={form.problems.general} />
        <NativeSelect
          label={t('join.days')}
          data={dayChoices.map((count) => ({
            value: String(count),
            label: t('join.days_option', { count }),
          }))}
          {...form.getInputProps('days')}
        />
        <NumberField
          label={t('join.uses_max')}
          maxLength={String(limits.join_uses_max).length + 1}
          {...form.getInputProps('uses_max')}
          value={usesMax}
        />
        {domains.length ? (
          <Checkbox
            label={t('join.own_only', { domains: formatDomains(domains, i18n.language) })}
            {...form.getInputProps('own_only', { type: 'checkbox' })}
          />
        ) : null}
      </Stack>
      <ActionRow apart>
        {cancel}
        <Button type="submit" loading={create.isPending}>
          {submit}
        </Button>
      </ActionRow>
    </Form>
  )
}
