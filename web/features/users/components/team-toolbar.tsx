import { Button, Menu, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import {
  IconChevronDown,
  IconClipboardText,
  IconDownload,
  IconFileImport,
  IconSearch,
  IconUserPlus,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { MemberFilter, MemberState } from '../api/queries.ts'
import css from './team.module.css'

const inviteOptions = [
  { key: 'one', to: '/settings/team/add-user', Icon: IconUserPlus },
  { key: 'paste', to: '/settings/team/bulk-upload', Icon: IconClipboardText },
  { key: 'file', to: '/settings/team/import', Icon: IconFileImport },
] as const

/** Three ways to add people, and the CSV export. */
export function TeamActions({ state }: { state: MemberState | undefined }) {
  const { t } = useTranslation('team')
  const { impersonated } = useConfig()
  const save = useMutation({
    mutationFn: () => downloadFromApi('users.csv', { query: { state, bom: '1' } }, 'team.csv'),
    onError: (error) => notifyError(t, error),
  })
  return (
    <div className={css['top']}>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('export')}
      </Button>
      {impersonated ? null : (
        <Menu position="bottom-end" radius="lg" shadow="lg" width={290}>
          <Menu.Target>
            <Button rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
              {t('people.title')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {inviteOptions.map(({ key, to, Icon }) => (
              <Menu.Item
                key={key}
                component={Link}
                to={to}
                leftSection={<Icon size={22} aria-hidden="true" />}
              >
                <span className={css['way']}>
                  {t(`people.${key}`)}
                  <small>{t(`people.${key}_text`)}</small>
                </span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

type Props = {
  typed: string
  setTyped: (text: string) => void
  state: MemberState | undefined
  counts: OutputOf<'users.list'>['counts'] | undefined
  change: (part: MemberFilter) => void
}
/** The search field and the filter by state, with the count of each state. */
export function TeamFilter({ typed, setTyped, state: chosen, counts, change }: Props) {
  const { t } = useTranslation('team')
  const search = useDebouncedCallback(
    (text: string) => change({ search: text.trim() || undefined }),
    200,
  )
  const countsWithAll = counts && {
    ...counts,
    all: counts.pending + counts.accepted + counts.deactivated,
  }
  return (
    <div className={css['bar']}>
      <TextInput
        aria-label={t('search')}
        placeholder={t('search')}
        type="search"
        maxLength={100}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
      />
      <div className={css['states']} role="group" aria-label={t('filter')}>
        {(['all', 'pending', 'accepted', 'deactivated'] as const).map((state) => (
          <button
            key={state}
            type="button"
            className="plain"
            aria-pressed={(chosen ?? 'all') === state}
            onClick={() => change({ state: state === 'all' ? undefined : state })}
          >
            {t(`tab.${state}`)}{' '}
            <span>{countsWithAll ? formatNumber(countsWithAll[state]) : '…'}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
