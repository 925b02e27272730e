import { Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconClipboardText,
  IconFileImport,
  IconRefresh,
  IconUserPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { downloadTeam } from '../api/queries.ts'
import type { MemberState } from '../grid/team-view.ts'
import css from './team.module.css'

const inviteOptions = [
  { key: 'one', to: '/settings/team/add-user', Icon: IconUserPlus },
  { key: 'paste', to: '/settings/team/invite', Icon: IconClipboardText },
  { key: 'file', to: '/settings/team/import', Icon: IconFileImport },
  { key: 'sync', to: '/settings/team/sync', Icon: IconRefresh },
] as const

/** The ways to add people, and the export. */
export function TeamActions({ state }: { state: MemberState | undefined }) {
  const { t } = useTranslation('team')
  const { impersonated } = useConfig()
  const isPhone = useIsPhone()
  return (
    <div className={css['top']}>
      {/* A phone has the export in the menu of the list. */}
      {isPhone ? null : (
        <DownloadMenu save={(format) => downloadTeam(state, format)}>{t('export')}</DownloadMenu>
      )}
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
