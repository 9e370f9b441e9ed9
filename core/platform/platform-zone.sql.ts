/** The time zone of the platform: that of its own shop. */
export const PLATFORM_ZONE = `coalesce((SELECT time_zone FROM shops WHERE is_platform ORDER BY id LIMIT 1), 'Asia/Kolkata')`;
