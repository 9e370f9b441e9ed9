import type { PushConfigView } from '@haat/contract/api/push.schema';

/** What a browser registers with. */
export type PushConfig = NonNullable<PushConfigView['config']>;

/** What a browser answers when asked whether this page may show notifications. */
export type PushPermission = 'default' | 'granted' | 'denied';

/** What there is to build on. `afterInstall`: an iPhone, where only apps of the home screen may show notifications. */
export type PushGround = {
  /** null where this installation sends no push messages. */
  config: PushConfig | null;
  ability: 'able' | 'unable' | 'afterInstall';
  permission: PushPermission;
};

const OF_PERMISSION = { granted: 'registering', denied: 'blocked', default: 'askable' } as const;

/** The state that the ground leads to. */
export function leadsTo({ config, ability, permission }: PushGround) {
  if (!config) return 'notConfigured';
  if (ability === 'afterInstall') return 'notInstalled';
  return ability === 'unable' ? 'unsupported' : OF_PERMISSION[permission];
}
