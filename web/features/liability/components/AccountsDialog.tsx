import { Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { LiabilityAccounts } from '#contract/schemas/liability.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { liabilityAccountsQuery, useSetAccounts } from '../api/queries.ts'
import css from './liability.module.css'

const accountFields = [
  'expense',
  'liability',
  'redemptions',
  'corrections',
  'change_of_worth',
  'cost_center',
] as const

function AccountsForm({ accounts, onClose }: { accounts: LiabilityAccounts; onClose: () => void }) {
  const { t } = useTranslation('finance')
  const form = useServerForm<LiabilityAccounts>({
    initialValues: accounts,
    fieldNames: accountFields,
  })
  // The dialog opens with the names of its last reading, and the API replaces all of them.
  useSavedValues(form, accounts)
  const save = useSetAccounts({
    onSuccess: () => {
      notifySuccess(t('worth.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  return (
    <Form
      problems={form.problems}
      onSubmit={form.submitTo((sent) => save.mutate(sent))}
      className={css['form']}
    >
      <GeneralProblem text={form.problems.general} />
      {accountFields.map((name) => (
        <TextInput
          key={name}
          label={t(`liability.accounts.${name}`)}
          name={name}
          autoComplete="off"
          maxLength={limits.account_name_chars_max}
          {...form.getInputProps(name)}
        />
      ))}
      <FormActions action={t('worth.save')} busy={save.isPending} onCancel={onClose} />
    </Form>
  )
}

/** Names the accounts of the journal as the company's books do. */
export function AccountsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('finance')
  const { data, ...query } = useQuery(liabilityAccountsQuery)
  return (
    <Dialog title={t('liability.accounts.title')} close={t('common:cancel')} onClose={onClose}>
      <p className={css['note']}>{t('liability.accounts.text')}</p>
      {query.isPending ? <Skeleton height={260} /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {data ? <AccountsForm accounts={data} onClose={onClose} /> : null}
    </Dialog>
  )
}
