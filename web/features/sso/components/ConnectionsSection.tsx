import { Button, TextInput } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { ssoProtocols } from '#contract/sso.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type SsoConnection, type SsoSettings, useCreateConnection } from '../api/queries.ts'
import { ConnectionState } from './ConnectionState.tsx'
import css from './sso-settings.module.css'

type Protocol = SsoConnection['protocol']

function ConnectionRow({ connection }: { connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  const { last_used_at: lastUsedAt, people } = connection
  return (
    <li className={css['row']}>
      <Link
        to="/settings/sign-in/connections/$id"
        params={{ id: connection.id }}
        className={css['link']}
      >
        <span>
          <span className={css['rowHead']}>
            <strong>{connection.name}</strong>
            <ConnectionState connection={connection} />
          </span>
          <span className={css['text']}>
            {[
              t(`sso.protocol.${connection.protocol}`),
              t('common:people', { count: people }),
              lastUsedAt
                ? t('sso.connection.used', { date: formatDate(lastUsedAt, timezone) })
                : t('sso.connection.unused'),
            ].join(' · ')}
          </span>
        </span>
        <IconChevronRight size={20} aria-hidden="true" />
      </Link>
    </li>
  )
}

/** Asks for the name of a new connection, and opens its page. */
function AddConnectionDialog({
  protocol,
  known,
  onClose,
}: {
  protocol: Protocol
  known: readonly SsoConnection[]
  onClose: () => void
}) {
  const { t } = useTranslation('connections')
  const navigate = useNavigate()
  const form = useServerForm({ initialValues: { name: '' }, fieldNames: ['name'] })
  // The settings may hold the new connection before the response arrives.
  const [knownIds] = useState(() => new Set(known.map(({ id }) => id)))
  const create = useCreateConnection({
    onSuccess: ({ connections }) => {
      const created = connections.find(({ id }) => !knownIds.has(id))
      onClose()
      if (created)
        void navigate({ to: '/settings/sign-in/connections/$id', params: { id: created.id } })
    },
    onError: form.showRefusal,
  })
  return (
    <Dialog onClose={onClose} title={t(`sso.connection.add_${protocol}`)} close={t('common:close')}>
      <Form
        problems={form.problems}
        onSubmit={form.submitTo(({ name }) => create.mutate({ protocol, name: name.trim() }))}
      >
        <GeneralProblem text={form.problems.general} mb="md" />
        <TextInput
          label={t('sso.connection.name')}
          description={t('sso.connection.name_text')}
          name="name"
          maxLength={limits.sso_name_chars_max}
          {...form.getInputProps('name')}
          data-autofocus
        />
        <FormActions
          apart
          action={t('sso.connection.create')}
          busy={create.isPending}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

/** The connections to identity providers. */
export function ConnectionsSection({ settings: { connections } }: { settings: SsoSettings }) {
  const { t } = useTranslation('connections')
  const [adding, setAdding] = useState<Protocol | null>(null)
  const isFull = connections.length >= limits.sso_connections_max
  return (
    <SettingsSection title={t('sso.connection.title')} text={t('sso.connection.text')}>
      {connections.length ? (
        <ul className={css['list']} aria-label={t('sso.connection.title')}>
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} />
          ))}
        </ul>
      ) : null}
      <div className={css['acts']}>
        {ssoProtocols.map((protocol) => (
          <Button
            key={protocol}
            variant="default"
            className="wraps"
            disabled={isFull}
            onClick={() => setAdding(protocol)}
          >
            {t(`sso.connection.add_${protocol}`)}
          </Button>
        ))}
      </div>
      {adding ? (
        <AddConnectionDialog
          protocol={adding}
          known={connections}
          onClose={() => setAdding(null)}
        />
      ) : null}
    </SettingsSection>
  )
}
