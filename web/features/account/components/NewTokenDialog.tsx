import { Button, Checkbox, Group, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#contract/scopes.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { addDays } from '#web/lib/add-days.ts'
import { call } from '#web/lib/client.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { formatDay } from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { describeScope } from '../describe-scope.ts'
import css from './account.module.css'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

const lifetimeOptionsDays = [7, 30, 90, 365] as const
const customDateOption = 'own'
/** Returns the date in the team's timezone, `days` from today, as 'YYYY-MM-DD'. */
const dateAfterDays = (days: number, timezone: string) => addDays(todayInTimezone(timezone), days)

/** Shows the token once, with a copy button. */
function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('account')
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <>
      <Text mb="md">{t('tokens.once')}</Text>
      <div className={css['made']}>
        <TextInput
          label={t('tokens.token')}
          value={token}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
          classNames={{ input: css['secret'] ?? '' }}
        />
        <Button
          leftSection={
            copied ? (
              <IconCheck size={18} aria-hidden="true" />
            ) : (
              <IconCopy size={18} aria-hidden="true" />
            )
          }
          onClick={() => void copyText(token).then(setCopied)}
        >
          {copied ? t('tokens.copied') : t('tokens.copy')}
        </Button>
      </div>
      <div role="status">
        {copied === false ? (
          <Text c="dimmed" mt="sm">
            {t('tokens.copy_failed')}
          </Text>
        ) : null}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('tokens.done')}
        </Button>
      </Group>
    </>
  )
}

function ScopeList({
  offered,
  chosen,
  problem,
  onChange,
}: {
  offered: Scope[]
  chosen: readonly Scope[]
  problem: ReactNode
  onChange: (scope: Scope, on: boolean) => void
}) {
  const { t } = useTranslation('account')
  return (
    <fieldset
      className={css['scopeList']}
      aria-describedby={problem ? 'scopes-problem' : undefined}
    >
      <legend>{t('tokens.scopes')}</legend>
      <p>{t('tokens.scopes_text')}</p>
      {problem ? (
        <p id="scopes-problem" className={css['wrong']} role="alert">
          {problem}
        </p>
      ) : null}
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          name="scopes"
          value={scope}
          label={describeScope(t, scope)}
          description={scope}
          checked={chosen.includes(scope)}
          onChange={(event) => onChange(scope, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}

/** The lifetime of the token: a number of days, or a custom last day. */
function ExpiryFields({
  lifetime,
  lifetimeProps,
  customDateProps,
}: {
  lifetime: string
  lifetimeProps: GetInputPropsReturnType
  customDateProps: GetInputPropsReturnType
}) {
  const { t } = useTranslation('account')
  const {
    settings: { timezone },
  } = useConfig()
  return (
    <div className={css['two']}>
      <NativeSelect
        label={t('tokens.expiry')}
        name="expiry"
        {...lifetimeProps}
        data={[
          ...lifetimeOptionsDays.map((days) => ({
            value: String(days),
            label: t('tokens.days', {
              count: days,
              day: formatDay(dateAfterDays(days, timezone)),
            }),
          })),
          { value: customDateOption, label: t('tokens.own_date') },
        ]}
      />
      {lifetime === customDateOption ? (
        <TextInput
          type="date"
          label={t('tokens.expires_on')}
          name="expires_on"
          {...customDateProps}
          min={dateAfterDays(0, timezone)}
          max={dateAfterDays(limits.token_days_max, timezone)}
        />
      ) : null}
    </div>
  )
}

type TokenFormValues = { name: string; lifetime: string; expires_on: string; scopes: Scope[] }

/** The state of the form. Creating a token requires proof of presence. */
function useTokenForm(onCreated: (token: string) => void) {
  const {
    settings: { timezone },
  } = useConfig()
  const form = useServerForm<TokenFormValues>({
    initialValues: {
      name: '',
      lifetime: '30',
      expires_on: dateAfterDays(14, timezone),
      scopes: [],
    },
    fieldNames: ['name', 'scopes', 'expires_on'],
  })
  const create = useCall('tokens.create', {
    provesPresence: true,
    input: (body: BodyInputOf<'tokens.create'>) => ({ body }),
    onSuccess: ({ token }) => onCreated(token),
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ lifetime, expires_on: customDate, ...rest }) =>
    create.mutate({
      ...rest,
      expires_on:
        lifetime === customDateOption ? customDate : dateAfterDays(Number(lifetime), timezone),
    }),
  )
  const toggleScope = (scope: Scope, on: boolean) =>
    form.setFieldValue('scopes', (old) =>
      on ? [...old, scope] : old.filter((chosen) => chosen !== scope),
    )
  return { form, submit, toggleScope, isCreating: create.isPending }
}

function NewTokenForm({
  offered,
  onCreated,
  onClose,
}: {
  offered: Scope[]
  onCreated: (token: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const { form, submit, toggleScope, isCreating } = useTokenForm(onCreated)
  const { problems, values } = form
  return (
    <Form problems={problems} onSubmit={submit} className={css['form']}>
      <GeneralProblem text={problems.general} />
      <TextInput
        label={t('tokens.name')}
        description={t('tokens.name_hint')}
        name="name"
        autoComplete="off"
        maxLength={limits.token_name_chars_max}
        {...form.getInputProps('name')}
        data-autofocus
      />
      <ExpiryFields
        lifetime={values.lifetime}
        lifetimeProps={form.getInputProps('lifetime')}
        customDateProps={form.getInputProps('expires_on')}
      />
      <ScopeList
        offered={offered}
        chosen={values.scopes}
        problem={form.errors['scopes']}
        onChange={toggleScope}
      />
      <FormActions action={t('tokens.create')} busy={isCreating} onCancel={onClose} />
    </Form>
  )
}

/** Creates an access token with a name, an expiry date and scopes, then shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account')
  const [token, setToken] = useState<string | null>(null)
  const tokens = useQuery({
    queryKey: queryKey('tokens'),
    queryFn: ({ signal }) => call('tokens.list', { signal }),
  })
  const renderBody = () => {
    if (tokens.isLoadingError)
      return <ErrorState error={tokens.error} retry={() => void tokens.refetch()} />
    if (!tokens.data)
      return (
        <div aria-busy="true">
          {[0, 1, 2, 3].map((index) => (
            <Skeleton key={index} height={44} mb={14} />
          ))}
        </div>
      )
    return <NewTokenForm offered={tokens.data.scopes} onCreated={setToken} onClose={onClose} />
  }
  return (
    <Dialog
      onClose={onClose}
      isPersistent={token !== null}
      title={token === null ? t('tokens.new') : t('tokens.made')}
      close={t('common:close')}
    >
      {token === null ? renderBody() : <CreatedToken token={token} onClose={onClose} />}
    </Dialog>
  )
}
