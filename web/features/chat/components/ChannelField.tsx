import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ChatProvider } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { channelsQuery } from '../api/queries.ts'

type FieldProps = { value: string; error: ReactNode; onChange: (channel: string) => void }
const inputOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** A channel of Slack by link, id or name, because the app may not list the channels. */
function SlackChannelField({ value, error, onChange }: FieldProps) {
  const { t } = useTranslation('connections')
  return (
    <TextInput
      label={t('app.channel.channel')}
      description={t('app.channel.slack_help')}
      inputWrapperOrder={inputOrder}
      name="channel"
      placeholder={t('name_place.slack')}
      autoComplete="off"
      maxLength={limits.chat_channel_chars_max}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  )
}

/** The channels of the teams that have the app. */
function TeamsChannelField({ value, error, onChange }: FieldProps) {
  const { t } = useTranslation('connections')
  const channels = useQuery(channelsQuery('teams'))
  return (
    <NativeSelect
      label={t('app.channel.channel')}
      description={t(
        channels.data?.length === 0 ? 'app.channel.teams_none' : 'app.channel.teams_help',
      )}
      inputWrapperOrder={inputOrder}
      name="channel"
      data={[
        { value: '', label: t('app.channel.choose') },
        ...(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      error={channels.error ? callErrorText(t, channels.error) : error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  )
}

export function ChannelField({ provider, ...props }: FieldProps & { provider: ChatProvider }) {
  return provider === 'slack' ? <SlackChannelField {...props} /> : <TeamsChannelField {...props} />
}
