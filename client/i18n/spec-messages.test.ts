import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const english = JSON.parse(read('client/i18n/en.json')) as Record<string, string>;

const isSource = (file: string): boolean => !/node_modules|dist\/|\.test\.|\/test\//.test(file);
const sources = globSync('{client,machines}/**/*.{ts,tsx}', { cwd: root }).filter(isSource);
const code = sources.map(read).join('\n');

/** The texts of the specification to the letter, and under which name the catalogue has them. */
const SECTIONS: Record<string, ReadonlyArray<readonly [text: string, id: string]>> = {
  'section 2': [
    ['Unexpected Application Error!', 'error.title'],
    ['Install Android App', 'landing.install'],
    ['v1.0 · updated 2025-08-14', 'landing.version'],
    ['No nearby shops found.', 'landing.noShops'],
    ['Click to explore the products', 'landing.explore'],
    ['Send OTP', 'login.sendOtp'],
    ['OTP', 'login.otp'],
    ['Login', 'login.login'],
    ['Resend', 'login.resend'],
    ['View Terms and Conditions', 'login.showTerms'],
    ['Consent & Communication', 'consent.title'],
    ['I Agree & Continue', 'consent.agree'],
    ['Explore Fresh Picks', 'products.title'],
    ['Edit Address', 'address.edit'],
    ['Add Address', 'address.add'],
    ['View Cart', 'cart.view'],
    ['Add', 'product.add'],
    ['Proceed to Order', 'cart.proceed'],
    ['Place Order', 'order.place'],
    ['Minimum order value for delivery is {amount}.', 'order.minimum'],
    ['Payment successful! Thank you for your order.', 'summary.success'],
    ['Payment was canceled. You can try again.', 'summary.canceled'],
    ['Go to Products', 'summary.goToProducts'],
    ["You haven't placed any orders yet.", 'history.empty'],
    ['Open Now', 'header.openNow'],
    ['Closed', 'header.closed'],
    ['Edit Profile', 'menu.editProfile'],
    ['Order History', 'menu.orderHistory'],
    ['Logout', 'menu.logout'],
    ['Are you sure you want to log out?', 'menu.logoutConfirm'],
    ['Vendor Tools', 'menu.vendorTools'],
    ['Dashboard', 'menu.dashboard'],
    ['Shop Orders', 'menu.shopOrders'],
    ['Shop Notifications (Live)', 'notifications.title'],
    ['No notifications yet.', 'notifications.empty'],
    ['Loading notifications...', 'notifications.loading'],
    ['Welcome to Your Shop Dashboard', 'shopDashboard.title'],
    ['Access denied. Only vendors can view this page.', 'guard.denied'],
    ['Shop Order History', 'shopOrders.title'],
    ['No orders yet for your shop.', 'shopOrders.empty'],
    ['Loading orders...', 'shopOrders.loading'],
    ['Mark as {status}', 'shopOrders.markAs'],
    ['Updating...', 'shopOrders.updating'],
    ['Order on the way', 'status.inTransit'],
    ['Scan Shop QR to Login', 'qrLogin.title'],
    ['Initializing scanner... please allow camera access', 'scanner.initializing'],
    ['Add Product', 'addProduct.title'],
    ['Submit Product', 'addProduct.submit'],
    ['Scan Barcode', 'productForm.scanBarcode'],
    ['Add Category', 'productForm.addCategory'],
    ['Add Subcategory', 'productForm.addSubcategory'],
    ['Add Unit', 'productForm.addUnit'],
    ['Product added successfully!', 'addProduct.done'],
    ['Update Product', 'editProduct.title'],
    ['Product updated successfully!', 'editProduct.done'],
    ['Get Started', 'about.start'],
    ['Update Profile', 'profile.title'],
    ['Profile Image', 'profile.image'],
    ['Save Changes', 'profile.save'],
  ],
  'section 5': [
    ['Please fill all fields correctly. Phone must be 10 digits starting with 6-9.', 'address.invalid'],
    ['Please select a payment method', 'order.selectPayment'],
    ['Please add your delivery address before placing the order.', 'order.addAddress'],
    ['Please fill in all required fields', 'productForm.fillRequired'],
    ['Invalid subcategory selected', 'productForm.subcategoryInvalid'],
    ['Category name required', 'productForm.categoryRequired'],
    ['Select a category and enter subcategory name', 'productForm.subcategoryRequired'],
    ['Unit name required', 'productForm.unitRequired'],
  ],
  'section 8': [
    ['Failed to send OTP', 'login.sendFailed'],
    ['Invalid OTP', 'login.otpInvalid'],
    ['Network error', 'login.networkError'],
    ['OTP sent to your email!', 'login.otpSent'],
    ['Login successful!', 'login.successful'],
    ['Failed to load order history. Please try again later.', 'history.failed'],
    ['Failed to place order. Please try again.', 'order.placeFailed'],
    ['There was an error saving your address. Please try again.', 'address.refused'],
    ['Error saving your address. Please try again.', 'address.unsent'],
    ['Please log in to save address.', 'address.logIn'],
    ['User ID missing. Please log in again.', 'address.noUser'],
    ['Error fetching shop', 'header.failed'],
    ['Shop Not Found', 'header.notFound'],
    ['Shop not found', 'products.shopNotFound'],
    ['Failed to load notifications', 'notifications.loadFailed'],
    ['Live connection lost. Please refresh.', 'notifications.lost'],
    ['No authentication token. Please log in.', 'shopOrders.noToken'],
    ['Shop ID missing in your account.', 'shopOrders.noShop'],
    ['Error: {status} {body}', 'shopOrders.loadFailed'],
    ['Network error, please try again.', 'shopOrders.networkError'],
    ['You must be logged in to update order status.', 'shopOrders.mustLogIn'],
    ['Failed to update status: {body}', 'shopOrders.updateFailed'],
    ['Order is already at final status.', 'shopOrders.alreadyFinal'],
    ['Profile updated successfully', 'profile.updated'],
    ['Failed to update profile', 'profile.failed'],
    ['Failed to add product', 'addProduct.failed'],
    ['An error occurred. Please try again.', 'addProduct.error'],
    ['Failed to add category', 'productForm.categoryFailed'],
    ['Failed to add subcategory', 'productForm.subcategoryFailed'],
    ['Failed to add unit', 'productForm.unitFailed'],
    ['Error adding category', 'productForm.categoryError'],
    ['Error adding subcategory', 'productForm.subcategoryError'],
    ['Error adding unit', 'productForm.unitError'],
    ['Failed to update product', 'editProduct.failed'],
    ['An error occurred while updating.', 'editProduct.error'],
    ['No camera found', 'scanner.noCamera'],
    ['Camera access is only supported in secure context like https or localhost.', 'scanner.insecure'],
    ['Camera streaming not supported by the browser.', 'scanner.unsupported'],
    ['Failed to turn on torch', 'scanner.torchOnFailed'],
    ['Failed to turn off torch', 'scanner.torchOffFailed'],
    ['Scanner paused', 'scanner.paused'],
    ['QR scan error. Check camera access.', 'qrLogin.cameraProblem'],
  ],
};

describe.each(Object.entries(SECTIONS))('%s', (_, rows) => {
  it.each(rows)('says “%s”', (text, id) => expect(english[id]).toBe(text));
  it.each(rows)('shows “%s” somewhere', (_text, id) => expect(code).toContain(`'${id}'`));
});

/** What the specification only has logged or thrown stands in the code itself. */
const IN_CODE: ReadonlyArray<readonly [text: string, file: string]> = [
  ['Error loading cart from localStorage', 'client/lib/cart-storage.ts'],
  ['Error saving cart to localStorage', 'client/lib/cart-storage.ts'],
  ["override name = 'ChunkLoadError'", 'client/lib/lazy-screen.ts'],
  ['Invalid token specified: must be a string', 'contract/rules/decode-token.ts'],
  ['missing part #', 'contract/rules/decode-token.ts'],
  ['invalid base64 for part #', 'contract/rules/decode-token.ts'],
  ['invalid json for part #', 'contract/rules/decode-token.ts'],
  ['Order is already at final status.', 'contract/rules/order-status.ts'],
];

it.each(IN_CODE)('section 8: has “%s” in %s', (text, file) => expect(read(file)).toContain(text));
