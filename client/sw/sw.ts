// The one service worker: offline visits, updates to a new version, and push messages. A second worker of the same scope
// would replace this one.
import { clientsClaim } from 'workbox-core';
import { cacheBackOffice, cachePictures, cacheReads, cacheShell, activateOnRequest } from './offline-cache.ts';
import { openClickedNotifications, showPushes } from './push-notifications.ts';

activateOnRequest();
cacheShell();
cacheBackOffice();
cacheReads();
cachePictures();
showPushes();
openClickedNotifications();
// Caches from the first visit on, not only from the second.
clientsClaim();
